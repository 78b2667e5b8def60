import Digests
import Foundation
import MirrorCore

/// A report as one page, without any other file but the mirror's thumbnails.
package struct ReportPage {
  private let title: String
  private let lines: [String]
  private let lists: [ReportList]
  /// From the page's folder to the mirror.
  private let mirror: String

  package init(title: String, lines: [String], lists: [ReportList], mirror: String) {
    (self.title, self.lines, self.lists, self.mirror) = (title, lines, lists, mirror)
  }

  /// The whole page, in UTF-8.
  package var bytes: [UInt8] {
    let style = StyleSheet.text
    let digest = Data(DigestAlgorithm.sha256.digest(of: style.bytes)).base64EncodedString()
    let policy = "default-src 'none'; img-src 'self' data:; style-src 'sha256-\(digest)'"
    let said = lines.map { "<li>\($0)</li>\n" as Markup }
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <link rel="icon" href="data:,">
      <style>\(style)</style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      <ul>
      \(said)</ul>
      \(lists.map(section))</main>
      </body>
      </html>

      """
    return page.bytes
  }

  private func section(_ list: ReportList) -> Markup {
    let rest = list.count - list.photos.count
    let more: Markup = rest > 0 ? "<p>and \(rest) more</p>\n" : .empty
    return """
      <h2>\(list.count) \(list.kind.title)</h2>
      <dl class="report">
      \(list.photos.map(item))</dl>
      \(more)
      """
  }

  private func item(_ photo: ReportedPhoto) -> Markup {
    let title = Captions.shortened(Captions.title(photo.title), to: 200)
    let picture: Markup =
      photo.thumbnail.map {
        "<img loading=\"lazy\" alt=\"\" src=\"\(PageAddress(mirror + $0, from: "report.html"))\">"
      } ?? .empty
    let by: Markup = photo.ownerName.map { " by <bdi>\($0)</bdi>" } ?? .empty
    let file: Markup =
      photo.path.map {
        "<br><a href=\"\(PageAddress(mirror + $0, from: "report.html"))\"><bdi>\($0)</bdi></a>"
      } ?? .empty
    let since: Markup = photo.since.map { "<br><small>\(UTCTime.text($0))</small>" } ?? .empty
    let reason: Markup = photo.reason.map { "<br><span dir=\"auto\">\($0)</span>" } ?? .empty
    return
      "<dt>\(picture)</dt><dd><cite dir=\"auto\">\(CreditLine.link(title, photo.pageURL, nil))</cite>\(by) <small>\(photo.key)</small>\(reason)\(file)\(since)</dd>\n"
  }
}
