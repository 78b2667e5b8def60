import MirrorCore

/// A report as one page, without any other file but the mirror's thumbnails.
package struct ReportPage {
  private let title: String
  private let lines: [String]
  private let advice: [String]
  private let lists: [ReportList]
  /// From the page's folder to the mirror.
  private let mirror: String
  /// From the page's folder to the first page of the mirror's gallery; nil if it has none.
  private let gallery: String?

  package init(
    title: String, lines: [String], advice: [String] = [], lists: [ReportList], mirror: String,
    gallery: String? = nil
  ) {
    (self.title, self.lines, self.advice) = (title, lines, advice)
    (self.lists, self.mirror, self.gallery) = (lists, mirror, gallery)
  }

  /// The whole page, in UTF-8.
  package var bytes: [UInt8] {
    let said = lines.map { "<li>\($0)</li>\n" as Markup }
    let steps = advice.map { "<li>\($0)</li>\n" as Markup }
    let next: Markup = steps.isEmpty ? .empty : "<h2>What to do</h2>\n<ul>\n\(steps)</ul>\n"
    let page: Markup = """
      \(LonePage.head(title, gallery: gallery.map { PageAddress($0, from: "report.html") }))
      <ul>
      \(said)</ul>
      \(next)\(lists.map(section))\(LonePage.foot)

      """
    return page.bytes
  }

  private func section(_ list: ReportList) -> Markup {
    let rest = list.count - list.photos.count
    let more: Markup = rest > 0 ? "<p>and \(NumberText.count(rest)) more</p>\n" : .empty
    let isPlain = list.photos.allSatisfy { $0.thumbnail == nil }
    return """
      <h2>\(NumberText.count(list.count)) \(list.title)</h2>
      <dl class="report\(isPlain ? " plain" : .empty)">
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
    let since: Markup = photo.since.map { "<br><small>\(UTCTime.words($0))</small>" } ?? .empty
    let reason: Markup = photo.reason.map { "<br><span dir=\"auto\">\($0)</span>" } ?? .empty
    return
      "<dt>\(picture)</dt><dd><cite dir=\"auto\">\(CreditLine.link(title, photo.pageURL, nil))</cite>\(by) <small>\(photo.key)</small>\(reason)\(file)\(since)</dd>\n"
  }
}
