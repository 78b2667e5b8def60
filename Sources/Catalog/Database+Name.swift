import Glibc

/// The file names passed to SQLite.
extension Database {
  /// The path with the links of its folder resolved: NOFOLLOW refuses a link anywhere in a path
  /// (https://sqlite.org/c3ref/open.html), and only the file itself must not be a link.
  static func followingFolder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), let folder = realpath(String(path[...slash]), nil)
    else { return path }
    defer { free(folder) }
    return String(cString: folder) + path[slash...]
  }

  /// The file as one that no process is changing (https://sqlite.org/uri.html).
  static func immutableURI(_ path: String) -> String {
    let escaped = path.utf8.map { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "/", "-", ".", "_", "~": String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "file:" + escaped.joined() + "?immutable=1"
  }
}
