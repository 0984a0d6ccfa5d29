#if os(Linux)
  import Foundation
  import Platform

  /// What a process that loads pages sees of the machine: its system, read only, nothing of people's homes, one folder that
  /// it can write to, and no network but where one is asked for. All of it ends with the process that waits for it.
  struct Sandbox {
    /// The one folder, and files and folders of homes that can be read.
    let folder: String
    let readable: [String]
    let hasNetwork: Bool

    /// Where people and programs keep what is theirs.
    private static let hidden = ["/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media", "/srv"]

    /// The words of bubblewrap for a program and its arguments.
    func words(_ program: String, _ arguments: [String]) -> [String] {
      var words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
      if hasNetwork { words.append("--share-net") }
      words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
      // Where links lead is what counts: some systems have their homes elsewhere.
      let hidden = Set(
        (Self.hidden + [CurrentProcess.variable("HOME")].compactMap { $0 })
          .compactMap { try? Path.resolved($0) }.filter { $0 != "/" && Self.isFolder($0) }
      ).sorted()
      for folder in hidden { words += ["--tmpfs", folder] }
      var needed = readable + [program] + Self.libraries
      // The system's resolver may be set up there.
      if hasNetwork, let path = try? Path.resolved("/etc/resolv.conf") { needed.append(path) }
      for path in Set(needed).sorted() where hidden.contains(where: { path.hasPrefix("\($0)/") }) {
        words += ["--ro-bind", path, path]
      }
      return words + ["--bind", folder, folder, "--chdir", folder, "--", program] + arguments
    }

    /// What the process is told of its surroundings: nothing of whoever started it.
    var variables: [String] {
      var variables = [
        "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=\(folder)", "TMPDIR=\(folder)",
        "XDG_RUNTIME_DIR=\(folder)",
        // WebKit's own would be one in this one. There is no graphics processor behind the display.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1",
        "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LIBGL_ALWAYS_SOFTWARE=1", "GSK_RENDERER=cairo",
        "GDK_BACKEND=x11",
        "GTK_A11Y=none", "GIO_USE_VFS=local", "GSETTINGS_BACKEND=memory",
        "DBUS_SESSION_BUS_ADDRESS=disabled:",
        // Whatever proxy there is, pages are served by this process, or asked for by it.
        "no_proxy=", "TZ=UTC",
      ]
      if let path = CurrentProcess.variable("LD_LIBRARY_PATH") { variables.append("LD_LIBRARY_PATH=\(path)") }
      return variables
    }

    private static func isFolder(_ path: String) -> Bool {
      (try? FileStatus.of(path, followingLinks: false).kind) == .folder
    }

    /// The libraries that this process has loaded, which the other will need too.
    private static var libraries: Set<String> {
      let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
      // 7f1200000000-7f1200001000 r-xp 00000000 fe:00 123 /lib/x86_64-linux-gnu/libc.so.6
      return Set(
        maps.split(separator: "\n").compactMap { line in
          line.firstIndex(of: "/").map { String(line[$0...]) }
        }.filter { $0.contains(".so") && !$0.hasSuffix(" (deleted)") })
    }
  }
#endif
