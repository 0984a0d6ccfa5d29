#if os(Linux)
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import SluiceSystem

  /// A sandbox for a process that loads pages.
  ///
  /// The process has read-only access to the system, no access to home folders, write access to one folder,
  /// and network access only on request. It ends with its parent process.
  struct Sandbox {
    /// The folder with write access. `readable` are the files and folders in hidden folders that the process
    /// can read.
    let folder: String
    let readable: [String]
    let hasNetwork: Bool

    /// The folders with data of users and programs.
    private static let hidden = ["/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media", "/srv"]

    /// Returns the bubblewrap command for a program and its arguments.
    func words(_ program: String, arguments: [String]) -> [String] {
      var words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session"]
      if hasNetwork { words.append("--share-net") }
      words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
      // Hides the targets of symbolic links, because some systems keep home folders elsewhere.
      let hidden = Set(
        (Self.hidden + [CurrentProcess.variable("HOME")].compactMap { $0 })
          .compactMap { try? Pathname.resolved($0) }.filter { $0 != "/" && Self.isFolder($0) }
      ).sorted()
      for folder in hidden { words += ["--tmpfs", folder] }
      var needed = readable + [program] + Self.libraries
      // The configuration of the system's resolver may be in a hidden folder.
      if hasNetwork, let path = try? Pathname.resolved("/etc/resolv.conf") { needed.append(path) }
      for path in Set(needed).sorted() where hidden.contains(where: { path.hasPrefix("\($0)/") }) {
        words += ["--ro-bind", path, path]
      }
      return words + ["--bind", folder, folder, "--chdir", folder, "--", program] + arguments
    }

    /// The environment variables of the process. Only the library path is inherited from the user.
    var variables: [String] {
      var variables = [
        "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=\(folder)", "TMPDIR=\(folder)",
        "XDG_RUNTIME_DIR=\(folder)",
        // WebKit's own sandbox cannot run inside this one. The virtual display has no GPU.
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WEBKIT_DISABLE_DMABUF_RENDERER=1",
        "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LIBGL_ALWAYS_SOFTWARE=1", "GSK_RENDERER=cairo",
        "GDK_BACKEND=x11",
        "GTK_A11Y=none", "GIO_USE_VFS=local", "GSETTINGS_BACKEND=memory",
        "DBUS_SESSION_BUS_ADDRESS=disabled:",
        // Requests must not bypass this process's proxy or use the user's proxy.
        "no_proxy=", "TZ=UTC",
      ]
      if let path = CurrentProcess.variable("LD_LIBRARY_PATH") { variables.append("LD_LIBRARY_PATH=\(path)") }
      return variables
    }

    private static func isFolder(_ path: String) -> Bool {
      (try? FileStatus.of(path, followingLinks: false).kind) == .folder
    }

    /// The libraries that this process has loaded. The sandboxed process needs them, too.
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
