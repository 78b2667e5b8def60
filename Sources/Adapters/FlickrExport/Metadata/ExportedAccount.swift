import ProviderKit

/// The account that an export belongs to: `account_profile.json`.
package struct ExportedAccount: Sendable, Hashable {
  /// Nil if the export does not state it.
  package var nsid: String?
  /// The name that the account shows, or else the owner's own; nil if the export does not state one.
  package var name: String?

  init() {}

  init(_ profile: JSONValue) {
    name = profile["screen_name"].string ?? profile["real_name"].string
    let texts = [profile["nsid"].string, profile["profile_url"].string].compactMap(\.self)
    let parts = texts.flatMap { text in text.split(separator: "/").map { String($0) } }
    nsid = parts.first { Self.isNSID($0) }
  }

  /// `12345678@N00`.
  package static func isNSID(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{1,20}@N[0-9]{2}/) != nil
  }
}

/// An album of an export: `albums.json`.
package struct ExportedAlbum: Sendable, Hashable {
  /// Its id at Flickr.
  package let id: String
  /// Cut to 64 KiB, without control characters; empty if the export has none.
  package let title: String
  /// Plain text or HTML, as the export has it, cut to 64 KiB; nil if none.
  package let about: String?
  /// The id of its cover photo.
  package let cover: String?
  /// The ids of its photos, in its order.
  package let photos: [String]

  /// `{"albums": [{"id", "title", "description", "cover_photo", "photos": [ids]}]}`, in the account's order.
  /// Flickr also writes `"0"` and invalid ids among the photos.
  static func all(in answer: JSONValue) -> [ExportedAlbum] {
    answer["albums"].array.compactMap { album in
      guard let id = album["id"].string, id.isName() else { return nil }
      var seen: Set<String> = []
      let photos = album["photos"].array.compactMap(\.string).filter {
        isPhotoID($0) && seen.insert($0).inserted
      }
      let about = album["description"].string.flatMap { $0.isEmpty ? nil : $0 }
      return ExportedAlbum(
        id: id, title: (album["title"].string ?? "").cleaned(to: JointLimits.text),
        about: about?.cleaned(to: JointLimits.text, keepsLines: true),
        cover: album["cover_photo"].string.flatMap(cover), photos: photos)
    }
  }

  /// The number at the end of `https://www.flickr.com/photos/ada/123`.
  private static func cover(_ page: String) -> String? {
    page.split(separator: "/").last.map(String.init).flatMap { isPhotoID($0) ? $0 : nil }
  }

  private static func isPhotoID(_ text: String) -> Bool {
    text != "0" && text.wholeMatch(of: /[0-9]{1,40}/) != nil
  }
}
