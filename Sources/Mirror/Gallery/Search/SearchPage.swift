import MirrorCore

/// The page of the search. Without scripts it leads to the lists.
package enum SearchPage {
  private static let path = GallerySite.searchPage

  /// The page and its script.
  package static func pages(_ site: GallerySite, _ index: SearchIndex) -> [GalleryPage] {
    let links = site.kinds.map { kind -> Markup in
      "<a href=\"\(PageAddress(kind.index, from: path))\">\(kind.title)</a>"
    }
    let rest: Markup =
      index.isComplete
      ? .empty
      : "<p>The newest \(NumberText.count(SearchIndex.mostPhotos)) photos are searched.</p>\n"
    var frame = PageFrame(site: site, path: path, title: "Search")
    frame.scripts = ["search/search.js"]
    frame.attributes = " data-parts=\"\(index.partCount)\""
    let page = frame.page(
      """
      <h1>Search</h1>
      <p hidden><label>Title, tag, album, place, year or owner<br><input type="search" autocomplete="off" spellcheck="false"></label></p>
      <noscript><p>The search needs JavaScript. Without it: \(Markup.joined(links, by: ", ")).</p></noscript>
      \(rest)<p class="count" id="status" role="status"></p>
      <ul class="words" id="lists"></ul>
      <ul class="grid" id="grid"></ul>
      <p><button id="more" hidden>More photos</button></p>
      """)
    return [page, SearchScript.page]
  }
}
