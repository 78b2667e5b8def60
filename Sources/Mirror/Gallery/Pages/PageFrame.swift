/// The beginning and the end of every page.
struct PageFrame {
  static let generator: Markup = "<meta name=\"generator\" content=\"photomirror gallery\">"
  /// The first line of every script, by which it is recognised as one of this program.
  static let scriptMark: Markup = "/* \(generator) */\n"

  let site: GallerySite
  /// The page's own path.
  let path: String
  let title: String
  /// Links to the pages before and after it, and the like.
  var relations: [(name: Markup, address: PageAddress)] = []
  var kind: ListKind?
  /// Besides the script of all pages.
  var scripts: [String] = []
  /// The attributes of the main element.
  var attributes: Markup = .empty
  /// For search engines and links that others share: some words, and a picture of the gallery.
  var preview: (text: String, picture: String?) = ("", nil)

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
      \(relations.map { "<link rel=\"\($0.name)\" href=\"\($0.address)\">\n" as Markup })\(about)\(([PageScript.page.path] + scripts).map(script))</head>
      <body>
      <header>
      <a class="skip" href="#content">Skip to the content</a>
      <nav aria-label="Gallery">\(navigation)</nav>
      </header>
      <main id="content"\(attributes)>
      \(content)
      </main>
      </body>
      </html>

      """)
  }

  private var fullTitle: String {
    title == site.title ? title : "\(Captions.shortened(title, to: 120)) · \(site.title)"
  }

  private func script(_ file: String) -> Markup {
    "<script defer src=\"\(PageAddress(file, from: path))\"></script>\n"
  }

  /// The Open Graph protocol (ogp.me) wants whole web addresses.
  private var about: Markup {
    let text = Captions.shortened(Captions.line(preview.text), to: 200)
    let words: Markup =
      text.isEmpty
      ? .empty : "<meta name=\"description\" property=\"og:description\" content=\"\(text)\">\n"
    let page = site.webAddress(of: path).map {
      "<meta property=\"og:url\" content=\"\($0)\">\n" as Markup
    }
    let picture = preview.picture.flatMap { site.webAddress(of: $0) }.map {
      "<meta property=\"og:image\" content=\"\($0)\">\n<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
        as Markup
    }
    return """
      <meta property="og:title" content="\(Captions.shortened(title, to: 120))">
      <meta property="og:site_name" content="\(site.title)">
      <meta property="og:type" content="website">
      \(words)\(page)\(picture)
      """
  }

  private var navigation: Markup {
    let home: Markup =
      "<a class=\"home\" href=\"\(PageAddress("index.html", from: path))\"\(current(path == "index.html"))>\(site.title)</a>"
    let lists = site.kinds.map { kind -> Markup in
      " <a href=\"\(PageAddress(kind.index, from: path))\"\(current(path == kind.index))>\(kind.title)</a>"
    }
    let search: Markup =
      " <a rel=\"search\" href=\"\(PageAddress(GallerySite.searchPage, from: path))\"\(current(path == GallerySite.searchPage))>Search</a>"
    return "\(home)\(lists)\(search)"
  }

  private func current(_ isCurrent: Bool) -> Markup {
    isCurrent ? " aria-current=\"page\"" : .empty
  }

  /// A frame with a horizon.
  static let icon: Markup =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230a58ca'/%3E%3Cpath d='M2 12l4-5 3 3 2-2 3 4z' fill='%23fff'/%3E%3C/svg%3E"

  /// Nothing is loaded from elsewhere, and no script runs that is in a page.
  static let policy =
    "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; "
    + "script-src 'self'; base-uri 'none'; form-action 'none'"
}
