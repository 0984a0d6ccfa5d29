import Foundation
import Platform
import Protection
import ProtectionGTK

// protection-driver FOLDER PORT WORD...: does something in real WebKitGTK and prints what came of it, as JSON. Run by
// Tests/ProtectionTests/Driver/run_driver.py.

let words = Array(CommandLine.arguments.dropFirst())
guard words.count > 2 else { exit(64) }
MainActor.assumeIsolated {
  guard let gtk = GTK(), MainQueue.attachToGLib() else {
    print("there is no WebKitGTK 6, or no display")
    exit(69)
  }
  gtk.useProxy("http://127.0.0.1:\(words[1])")
  Task { @MainActor in
    do {
      let driver = try Driver(gtk, folder: words[0])
      let result = try await driver.run(words[2], Array(words.dropFirst(3)))
      let data = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
      print(String(decoding: data, as: UTF8.self))
      // WebKit's own way out is slow.
      fflush(nil)
      _exit(0)
    } catch {
      print("failed: \(error)")
      fflush(nil)
      _exit(1)
    }
  }
  gtk.runLoop(gtk.newLoop(nil, 0))
}
