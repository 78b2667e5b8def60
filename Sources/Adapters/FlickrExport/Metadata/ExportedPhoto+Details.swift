import ProviderKit

extension ExportedPhoto {
  /// The details of the photo; nil if it has none. A part that is empty is not known: some exports leave
  /// people, albums and comments out.
  var details: PhotoDetails? {
    let details = PhotoDetails(
      info: info, comments: known(document["comments"].array.compactMap(comment)),
      people: known(document["people"].array.compactMap(person)),
      notes: known(document["notes"].array.compactMap(note)), contexts: known(contexts))
    return details.parts.isEmpty ? nil : details
  }

  /// An export has originals, which Flickr shows turned by its rotation.
  private var info: PhotoInfo? {
    let info = PhotoInfo(
      views: document["count_views"].int, rotation: document["rotation"].int,
      safety: document["safety"].string.flatMap { $0.isEmpty ? nil : $0 })
    return info == PhotoInfo() ? nil : info
  }

  private func known<Entry>(_ entries: [Entry]) -> [Entry]? { entries.isEmpty ? nil : entries }

  private func comment(_ entry: JSONValue) -> PhotoComment? {
    guard let id = entry["id"].string, let text = entry["comment"].string else { return nil }
    return PhotoComment(
      id: id, author: entry["user"].string ?? "",
      postedAt: entry["date"].string.flatMap(ExportedDate.seconds), text: text,
      pageURL: entry["url"].string)
  }

  private func person(_ entry: JSONValue) -> PersonInPhoto? {
    entry["nsid"].string.map { PersonInPhoto(id: $0, name: entry["username"].string) }
  }

  /// Boxes are measured in the size Medium, as those of Flickr's API.
  private func note(_ entry: JSONValue) -> NoteOnPhoto? {
    guard let id = entry["id"].string, let text = entry["note"].string else { return nil }
    var box: PhotoBox?
    if let x = entry["x"].int, let y = entry["y"].int, let width = entry["w"].int,
      let height = entry["h"].int
    {
      box = PhotoBox(x: x, y: y, width: width, height: height, edge: 500)
    }
    return NoteOnPhoto(id: id, author: entry["author"].string ?? "", text: text, box: box)
  }

  private var contexts: [PhotoContext] {
    let kinds: [(String, PhotoContext.Kind, String)] = [
      ("albums", .album, "title"), ("groups", .group, "name"),
    ]
    return kinds.flatMap { list, kind, title in
      document[list].array.compactMap { entry in
        entry["id"].string.map { PhotoContext(kind, id: $0, title: entry[title].string ?? "") }
      }
    }
  }
}
