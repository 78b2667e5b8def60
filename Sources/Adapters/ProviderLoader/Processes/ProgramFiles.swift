import Foundation
import ModuleHosting
import ProviderKit

/// The names and the files of providers that are programs.
enum ProgramFiles {
  /// Of programs that list by themselves.
  private static let listerPrefix = "photomirror-lister-"
  /// What the names of the files begin with.
  static let prefixes = ["photomirror-provider-", listerPrefix]

  /// The provider's name in the name of a file, `photomirror-provider-NAME` or `photomirror-lister-NAME`; nil for other
  /// files.
  static func provider(_ path: String) -> String? {
    let file = path.split(separator: "/").last.map(String.init) ?? ""
    guard let prefix = prefixes.first(where: file.hasPrefix) else { return nil }
    let name = String(file.dropFirst(prefix.count))
    return name.isIdentifier ? name : nil
  }

  /// Whether the file is a program that lists by itself.
  static func isLister(_ path: String) -> Bool {
    (path.split(separator: "/").last ?? "").hasPrefix(listerPrefix)
  }

  /// What a program may read and run: the system, and its own folder.
  ///
  /// It can send nothing away, but the addresses in its answers are requested: it sees no file of the user
  /// and none with a secret.
  static func readable(
    by path: String, closed: ClosedFolders = .ofProcess
  ) -> [String] {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    return system + interpreters + [path] + (closed.opens(folder) ? [folder] : [])
  }

  private static let system = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store",
    "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    // Not /dev/zero: a mapping of it is memory that no limit counts.
    "/etc/localtime", "/etc/timezone", "/dev/null", "/dev/random", "/dev/urandom",
  ]

  /// Debian keeps parts of the standard library of some languages in /etc.
  private static var interpreters: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/etc")) ?? []
    return names.filter(isInterpreter).map { "/etc/" + $0 }
  }

  /// Whether a name is that of a language and its version: not of a program in it, whose configuration may have
  /// passwords.
  static func isInterpreter(_ name: String) -> Bool {
    name.wholeMatch(of: /(python|perl|ruby|node|lua|php|java)[0-9.]*/) != nil
  }
}
