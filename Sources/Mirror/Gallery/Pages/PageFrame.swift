/// The beginning and the end of every page.
struct PageFrame {
  static let generator: Markup = "<meta name=\"generator\" content=\"photomirror gallery\">"

  let site: GallerySite
  /// The page's own path.
  let path: String
  let title: String
  /// Links to the pages before and after it, and the like.
  var relations: [(name: Markup, address: PageAddress)] = []
  var kind: ListKind?
  /// Whether arrow keys lead to the pages before and after it.
  var hasKeys = false

  func page(_ content: Markup) -> GalleryPage {
    GalleryPage(
      path: path,
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      \(Self.generator)
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>\(fullTitle)</title>
      <link rel="icon" href="\(Self.icon)">
      <link rel="stylesheet" href="\(PageAddress("gallery.css", from: path))">
      <link rel="alternate" type="application/atom+xml" title="\(site.title)" href="\(PageAddress("feed.xml", from: path))">
      \(relations.map { "<link rel=\"\($0.name)\" href=\"\($0.address)\">\n" as Markup })</head>
      <body>
      <header>
      <a class="skip" href="#content">Skip to the content</a>
      <nav aria-label="Gallery">\(navigation)</nav>
      </header>
      <main id="content">
      \(content)
      </main>
      \(hasKeys ? KeyScript.element : .empty)</body>
      </html>

      """)
  }

  private var fullTitle: String {
    title == site.title ? title : "\(Captions.shortened(title, to: 120)) · \(site.title)"
  }

  private var navigation: Markup {
    let home: Markup =
      "<a class=\"home\" href=\"\(PageAddress("index.html", from: path))\"\(current(path == "index.html"))>\(site.title)</a>"
    let lists = site.kinds.map { kind -> Markup in
      " <a href=\"\(PageAddress(kind.index, from: path))\"\(current(path == kind.index))>\(kind.title)</a>"
    }
    return "\(home)\(lists)"
  }

  private func current(_ isCurrent: Bool) -> Markup {
    isCurrent ? " aria-current=\"page\"" : .empty
  }

  /// A frame with a horizon.
  private static let icon: Markup =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230a58ca'/%3E%3Cpath d='M2 12l4-5 3 3 2-2 3 4z' fill='%23fff'/%3E%3C/svg%3E"

  /// Nothing is loaded from elsewhere, and no script runs but the one whose digest this is.
  static let policy =
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; script-src "
    + "'sha256-\(KeyScript.digest)'; base-uri 'none'; form-action 'none'"
}
