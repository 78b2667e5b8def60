import MirrorCore
import ProviderKit

/// Everything that is known of a photo, by name.
struct PhotoFacts {
  let page: PhotoPage

  private var photo: Photo { page.exported.photo }
  private var details: PhotoDetails? { photo.details }

  var markup: Markup {
    let file = Self.rows(aboutFile)
    return """
      <dl>
      \(Self.rows(aboutPicture + aboutPlace))</dl>
      <details><summary>File</summary><dl>
      \(file)</dl></details>
      \(DetailFolds(details: details).markup)
      """
  }

  private static func rows(_ facts: [Fact]) -> [Markup] {
    facts.compactMap { name, value in
      value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" as Markup }
    }
  }

  private typealias Fact = (Markup, Markup?)

  private var aboutPicture: [Fact] {
    let taken = photo.takenAt
    return [
      (
        "Taken",
        list(
          [ListName.year(of: page.exported)], taken.map { "\(DateWords.taken($0))" }, when: taken)
      ),
      ("Owner", list([ListName.owner(of: photo)].compactMap(\.self))),
      ("Albums", list(page.exported.albums.map { ListName($0, site: photo.site) })),
      ("Tags", list(photo.tags.filter { !$0.isEmpty }.map(ListName.init(tag:)))),
      ("People", texts(details?.people?.map(\.shownName))),
      ("Also in", texts(details?.contexts?.filter { $0.kind != .album }.map(\.title))),
      ("Seen by", page.exported.isPrivate ? "some people only" : nil),
    ]
  }

  private var aboutPlace: [Fact] {
    // The site may show them to whoever signed in only.
    guard page.site.hasPlaces else { return [] }
    let geo = details?.geo
    let names = [geo?.neighbourhood, geo?.locality, geo?.county, geo?.region, geo?.country]
      .compactMap(\.self).filter { !$0.isEmpty }
    var map: Markup?
    if let latitude = photo.latitude ?? geo?.latitude,
      let longitude = photo.longitude ?? geo?.longitude
    {
      let address = PageAddress(latitude: latitude, longitude: longitude)
      map = "<a rel=\"noreferrer\" href=\"\(address)\">\("\(latitude), \(longitude)")</a>"
    }
    let words = names.isEmpty ? nil : "<bdi>\(names.joined(separator: ", "))</bdi>" as Markup
    let place = [ListName.place(of: photo)].compactMap(\.self)
    return [("Place", list(place, words)), ("Coordinates", map)]
  }

  private var aboutFile: [Fact] {
    let file = page.exported
    let address = page.site.photo(file.path, from: page.path)
    let size: Markup = file.width > 0 ? ", \(file.width) × \(file.height) pixels" : .empty
    return [
      (
        "Page at the site",
        PageAddress(web: photo.pageURL).map {
          "<a rel=\"noreferrer\" href=\"\($0)\">\($0.text)</a>"
        }
      ),
      ("Uploaded", photo.uploadedAt.map(time)),
      ("Views", details?.info?.views.map { "\(NumberText.count($0))" }),
      ("File", "<a href=\"\(address)\"><bdi>\(file.path)</bdi></a>"),
      ("Format", "\(file.format)\(size), \(NumberText.bytes(file.byteCount))"),
      ("SHA-256", "<code>\(file.sha256)</code>"),
      ("Mirrored", time(file.storedAt)),
      (
        "Id",
        page.site.files.isPublished ? nil : "\(photo.id)\(photo.site.map { " (\($0))" as Markup })"
      ),
    ]
  }

  /// Links to lists; nil if there are none.
  private func list(_ names: [ListName], _ text: Markup? = nil, when condition: String? = "")
    -> Markup?
  {
    guard !names.isEmpty, condition != nil else { return nil }
    let links = names.map { name -> Markup in
      let shown = text ?? "<bdi>\(name.title)</bdi>"
      guard page.arrangement.hasPages(name.folder, name.kind) else { return shown }
      return "<a href=\"\(PageAddress("\(name.folder)/index.html", from: page.path))\">\(shown)</a>"
    }
    return Markup.joined(links, by: ", ")
  }

  private func texts(_ texts: [String]?) -> Markup? {
    let texts = (texts ?? []).filter { !$0.isEmpty }
    return texts.isEmpty ? nil : Markup.joined(texts.map { "<bdi>\($0)</bdi>" }, by: ", ")
  }

  private func time(_ seconds: Int64) -> Markup {
    "<time datetime=\"\(UTCTime.text(seconds))\">\(UTCTime.words(seconds))</time>"
  }
}
