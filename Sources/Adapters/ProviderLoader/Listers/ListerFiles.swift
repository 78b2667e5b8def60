import Foundation
import ModuleHosting
import SystemCalls

/// What a program that lists by itself may read: it has the network, so that it can send away what it reads.
enum ListerFiles {
  /// The system, what the network needs of it, the program with its folder, where users have Python and its packages,
  /// the configuration and the cache of a program of its name, files that its settings name, and what the user adds.
  /// - Parameters:
  ///   - settings: The values of its settings.
  ///   - added: Absolute paths.
  static func readable(
    by path: String, settings: [String], added: [String], environment: [String: String],
    closed: ClosedFolders = .ofProcess
  ) -> [String] {
    let name = ProgramFiles.provider(path) ?? ""
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    var folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    folders += ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"].compactMap { environment[$0] }
      .map { "\($0)/\(name)" }
    var files = ["/etc/\(name).conf"]
    if let home {
      folders += ([".config/\(name)", ".cache/\(name)"] + packages).map { "\(home)/\($0)" }
      files.append("\(home)/.\(name).conf")
    }
    files += ["SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"].compactMap { environment[$0] }
    let named = settings.compactMap { absolute($0, home: home) }
    folders += (named + [path]).flatMap(installation)
    return ProgramFiles.readable(by: path, closed: closed) + network + files
      + folders.filter(closed.opens) + named + added
  }

  private static let network = [
    "/etc/resolv.conf", "/run/systemd/resolve", "/run/resolvconf", "/etc/hosts", "/etc/host.conf",
    "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/ssl",
    "/etc/pki", "/etc/ca-certificates", "/etc/mime.types", "/etc/passwd",
  ]

  /// Where pip, pipx, uv and pyenv install for a user.
  private static let packages = [
    ".local/bin", ".local/lib", ".local/pipx", ".local/share/pipx", ".local/share/uv", ".pyenv",
  ]

  private static func absolute(_ value: String, home: String?) -> String? {
    if value.hasPrefix("/") { return value }
    return value.hasPrefix("~/") ? home.map { $0 + value.dropFirst() } : nil
  }

  /// The installation of a program in `PREFIX/bin`, also behind a link: `PREFIX`, such as an environment of Python.
  private static func installation(of path: String) -> [String] {
    [URL(filePath: path), URL(filePath: path).resolvingSymlinksInPath()].compactMap { file in
      let folder = file.deletingLastPathComponent()
      guard folder.lastPathComponent == "bin", access(file.path, X_OK) == 0 else { return nil }
      return folder.deletingLastPathComponent().path
    }
  }
}
