import MirrorCore
import ProviderKit

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
    let license = photo.statedLicense.map { link($0.name, $0.url, relation: "license") }
    parts.append("(\(license ?? "license not stated"))")
    return [
      "<li>\(parts.joined(separator: " "))<br><small>\(file(exported.path))</small>"
        + "\(around(exported))</li>"
    ]
  }

  /// What is known besides, if anything is.
  private static func around(_ exported: ExportedPhoto) -> String {
    let details = exported.photo.details
    let place = details?.geo.map {
      [$0.neighbourhood, $0.locality, $0.county, $0.region, $0.country].compactMap(\.self)
    }
    let facts: [(String, [String])] = [
      ("Place", place.map { $0.isEmpty ? [] : [$0.joined(separator: ", ")] } ?? []),
      ("People", details?.people?.map(\.shownName) ?? []),
      ("Albums", exported.albums.map(\.title)),
      ("Also in", details?.contexts?.filter { $0.kind != .album }.map(\.title) ?? []),
    ]
    let lines = facts.filter { !$1.isEmpty }.map { name, values in
      "<br><small>\(name): "
        + values.map { "<bdi>\(escape($0))</bdi>" }.joined(separator: "; ") + "</small>"
    }
    return lines.joined()
      + fold("Notes", details?.notes?.map { words($0.authorName ?? $0.author, $0.text) })
      + fold("Comments", details?.comments?.map { words($0.authorName ?? $0.author, $0.text) })
      + fold(
        "EXIF",
        details?.exif?.map { "<dd>\(escape("\($0.label ?? $0.tag): \($0.text ?? $0.value)"))</dd>" }
      )
  }

  private static func words(_ author: String, _ html: String) -> String {
    "<dt><bdi>\(escape(author))</bdi></dt><dd dir=\"auto\">\(escape(HTMLText.of(html: html)))</dd>"
  }

  private static func fold(_ name: String, _ entries: [String]?) -> String {
    guard let entries, !entries.isEmpty else { return "" }
    return
      "<details><summary>\(name): \(entries.count)</summary><dl>\(entries.joined())</dl></details>"
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
