#if os(Linux)
  import Foundation
  import SluiceProtection
  import SluiceSystem

  // protection-driver FOLDER PORT WORD...: performs a task in a real WebKitGTK and prints the result as JSON.
  // Tests/SluiceProtectionTests/Driver/run_driver.py runs it.

  let words = Array(CommandLine.arguments.dropFirst())
  guard words.count > 2 else { exit(64) }

  func end(_ work: @escaping @MainActor () async throws -> [String: Any]) {
    Task { @MainActor in
      do {
        let data = try JSONSerialization.data(withJSONObject: await work(), options: [.sortedKeys])
        print(String(decoding: data, as: UTF8.self))
        fflush(nil)
        // A regular exit of WebKit is slow.
        _exit(0)
      } catch {
        print("failed: \(error)")
        fflush(nil)
        _exit(1)
      }
    }
  }

  MainActor.assumeIsolated {
    if words[2] == "engine" {
      guard let glib = try? DynamicLibrary(firstOf: ["libglib-2.0.so.0"]), MainQueue.attachToGLib(),
        let newLoop: @convention(c) (Pointer?, Int32) -> Pointer? = glib.function("g_main_loop_new"),
        let runLoop: @convention(c) (Pointer?) -> Void = glib.function("g_main_loop_run")
      else { exit(69) }
      end { try await Driver.engine(folder: words[0]) }
      runLoop(newLoop(nil, 0))
    }
    guard let gtk = GTK(), MainQueue.attachToGLib() else {
      print("there is no WebKitGTK 6, or no display")
      exit(69)
    }
    gtk.useProxy("http://127.0.0.1:\(words[1])")
    end { try await Driver(gtk, folder: words[0]).run(words[2], Array(words.dropFirst(3))) }
    gtk.runLoop(gtk.newLoop(nil, 0))
  }
#endif
