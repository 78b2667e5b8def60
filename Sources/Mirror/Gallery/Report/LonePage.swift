import Digests
import Foundation

/// The beginning and the end of a page that is a single file: the gallery's style is in it, and no script.
enum LonePage {
  /// Until the heading.
  /// - Parameter gallery: The gallery's first page, to which the header leads; nil: no header.
  static func head(_ title: String, gallery: PageAddress? = nil) -> Markup {
    let style = StyleSheet.text
    let digest = Data(DigestAlgorithm.sha256.digest(of: style.bytes)).base64EncodedString()
    let policy = "default-src 'none'; img-src 'self' data:; style-src 'sha256-\(digest)'"
    let header = gallery.map {
      "<header><nav aria-label=\"Gallery\"><a class=\"home\" href=\"\($0)\">Gallery</a></nav></header>\n"
        as Markup
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <link rel="icon" href="\(PageFrame.icon)">
      <style>\(style)</style>
      </head>
      <body>
      \(header)<main>
      <h1>\(title)</h1>
      """
  }

  static let foot: Markup = "</main>\n</body>\n</html>"
}
