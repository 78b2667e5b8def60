/// Short addresses, which redirect to pages: `/s/CODE` to an album, `/y/CODE` to a gallery, `/ps/CODE` to an account.
/// The code is the place of the album, the gallery or the account, counted from 0.
extension Site {
  static func isShort(_ path: String) -> Bool {
    ["/s/", "/y/", "/ps/"].contains { path.hasPrefix($0) }
  }

  func short(_ path: String, site: String) -> Response {
    let parts = path.split(separator: "/")
    guard parts.count == 2, let page = Site.page(String(parts[0]), Int(parts[1]) ?? -1) else {
      return .text(404, Site.html)
    }
    return Response(status: 301, headers: [("Location", site + page)], body: .bytes([]))
  }

  private static func page(_ kind: String, _ place: Int) -> String? {
    switch kind {
    case "s" where Album.all.indices.contains(place):
      let album = Album.all[place]
      return "/photos/\(album.owner.pathName)/albums/\(album.id)"
    case "y" where PickedGallery.all.indices.contains(place):
      let gallery = PickedGallery.all[place]
      return "/photos/\(gallery.owner.pathName)/galleries/\(gallery.id)"
    case "ps" where Photographer.all.indices.contains(place):
      return "/photos/\(Photographer.all[place].pathName)"
    default: return nil
    }
  }
}
