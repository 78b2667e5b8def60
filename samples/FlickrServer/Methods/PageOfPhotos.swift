/// The part of a listing that a call asks for.
struct PageOfPhotos {
  /// From 1; the last page that is given where a later one was asked for, as Flickr does.
  let page: Int
  let pages: Int
  let perPage: Int
  let total: Int
  let photos: [Photo]

  /// - Parameters:
  ///   - all: of the listing, hidden ones included.
  ///   - limit: how many of them are given, whatever is said of their number.
  init(
    of all: some RandomAccessCollection<Photo>, in world: World, _ call: Call,
    perPageByDefault: Int = 100, limit: Int = .max
  ) {
    let asked = call["per_page"].flatMap { Int($0) } ?? 0
    perPage = asked < 1 ? perPageByDefault : min(asked, 500)
    total = all.count
    pages = (total + perPage - 1) / perPage
    page = max(1, min(call["page"].flatMap { Int($0) } ?? 1, pages, limit / perPage))
    self.photos = Array(all.dropFirst((page - 1) * perPage).prefix(perPage))
      .filter { !world.isHidden($0) }
  }

  /// The page as an element; `total` and `page` are text or numbers, by the method.
  func element(_ name: String, areNumbers: Bool, entry: (Photo) -> Element) -> Element {
    Element(
      name,
      [
        .attribute("page", areNumbers ? .number(page) : .text(String(page))),
        .attribute("pages", .number(pages)),
        .attribute("perpage", .number(perPage)),
        .attribute("total", areNumbers ? .number(total) : .text(String(total))),
        .list("photo", photos.map(entry)),
      ])
  }
}
