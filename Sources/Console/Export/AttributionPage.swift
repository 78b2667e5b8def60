import MirrorCore

/// An HTML page that names the title, author, source and licence of each photo, as Creative Commons licences ask
/// for (CC BY 4.0, section 3(a)(1)). It runs no script and loads nothing.
enum AttributionPage {
  static let head = [
    "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
    "<meta name=\"viewport\" content=\"width=device-width\">", "<title>Photo credits</title>",
    "<style>body{font:1em/1.5 sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
      + "small{color:#555}</style>",
    "</head>", "<body>", "<h1>Photo credits</h1>", "<ul>",
  ]
  static let foot = ["</ul>", "</body>", "</html>"]

  static func lines(of exported: ExportedPhoto) -> [String] {
    let photo = exported.photo
    let title = photo.title.contains { !$0.isWhitespace } ? photo.title : "Untitled"
    let author = photo.ownerName ?? photo.owner
    var parts = ["<cite dir=\"auto\">\(link(title, photo.pageURL))</cite>"]
    if !author.isEmpty { parts.append("by <bdi>\(escape(author))</bdi>") }
    let license = photo.license.map { link($0.name, $0.url, relation: "license") }
    parts.append("(\(license ?? "license not stated"))")
    return [
      "<li>\(parts.joined(separator: " "))<br><small>\(file(exported.path))</small></li>"
    ]
  }

  private static func link(_ text: String, _ url: String?, relation: String? = nil) -> String {
    guard let url, url.hasPrefix("http://") || url.hasPrefix("https://") else {
      return escape(text)
    }
    let relations = [relation, "noreferrer"].compactMap(\.self).joined(separator: " ")
    return "<a rel=\"\(relations)\" href=\"\(escape(url))\">\(escape(text))</a>"
  }

  /// A link for a page in the mirror's directory.
  private static func file(_ path: String) -> String {
    var address = "./"
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where "-._~/@".utf8.contains(byte):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return "<a href=\"\(address)\">\(escape(path))</a>"
  }

  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\0"..<" ": escaped += " "
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
