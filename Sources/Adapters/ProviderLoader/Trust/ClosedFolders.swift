import Glibc
import SystemCalls

/// Folders that no module, program or lister may read as a whole, because more is in them than it needs: the user's homes,
/// what is above them, `.local`, and whatever contains the configuration or the state of this program.
///
/// They are compared as the file system does: a link to a home, `~/.` and the home are one folder.
struct ClosedFolders: Sendable {
  /// The folders of this process, found once.
  static let ofProcess = ClosedFolders(environment: Environment.all, passwordHome: Environment.home)

  private let identities: Set<FileIdentity>

  /// - Parameters:
  ///   - environment: HOME and the folders of the XDG Base Directory Specification are read.
  ///   - passwordHome: The home in the user database (passwd(5)), which HOME may differ from; nil if unknown.
  init(environment: [String: String], passwordHome: String?) {
    let homes = [environment["HOME"], passwordHome].compactMap(\.self)
    let own =
      [environment["XDG_CONFIG_HOME"], environment["XDG_STATE_HOME"]].compactMap(\.self)
      .map { $0 + "/photomirror" }
      + [environment["PHOTOMIRROR_CONFIG"]].compactMap { $0 }
      + homes.flatMap { home in
        ["/.local", "/.config/photomirror", "/.local/state/photomirror"].map { home + $0 }
      }
    identities = Set(
      (homes + own).filter { $0.hasPrefix("/") }.flatMap(Self.withFoldersAbove)
        .compactMap { FileStatus(following: $0)?.identity })
  }

  /// Whether a module, program or lister may read the folder with all below it: it is there, and not one of these.
  func opens(_ path: String) -> Bool {
    guard path.hasPrefix("/"), let status = FileStatus(following: path), status.isDirectory else {
      return false
    }
    return !identities.contains(status.identity)
  }

  /// The path and each folder above it, as it is written and without its links.
  private static func withFoldersAbove(_ path: String) -> [String] {
    [path, LinkFree.real(path)].compactMap(\.self).flatMap { path in
      let parts = path.pathParts.filter { !$0.isEmpty }
      return (0...parts.count).map { "/" + parts.prefix($0).joined(separator: "/") }
    }
  }

  /// What the process knows of its user.
  private enum Environment {
    static var all: [String: String] {
      let names = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "PHOTOMIRROR_CONFIG"]
      return names.reduce(into: [:]) { values, name in
        if let value = getenv(name) { values[name] = String(cString: value) }
      }
    }

    static var home: String? {
      var user = passwd()
      var found: UnsafeMutablePointer<passwd>?
      var text = [CChar](repeating: 0, count: 1 << 14)
      guard getpwuid_r(geteuid(), &user, &text, text.count, &found) == 0, found != nil else {
        return nil
      }
      return user.pw_dir.map { String(cString: $0) }
    }
  }
}
