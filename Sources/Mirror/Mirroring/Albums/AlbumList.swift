import Foundation
import MirrorCore
import ProviderKit

/// An album as files for other programs. Paths are relative to the folder of albums.
struct AlbumList {
  private struct Object: Encodable {
    struct Entry: Encodable {
      let id: String
      let title: String
      /// Null if the photo is not mirrored.
      let path: String?
    }

    let id: String
    let site: String?
    let owner: String
    let title: String
    let description: String?
    /// The cover photo's id.
    let cover: String?
    /// Whether the album was read to its end.
    let isComplete: Bool
    let photos: [Entry]
  }

  private let record: AlbumRecord
  private let members: [AlbumMember]

  init(_ record: AlbumRecord, _ members: [AlbumMember]) {
    (self.record, self.members) = (record, members)
  }

  /// An extended M3U in UTF-8 (RFC 8216, section 4): players and picture viewers open it as a slide show.
  var playlist: [UInt8] {
    var lines = ["#EXTM3U", "#PLAYLIST:" + record.album.title.cleaned(to: 1000)]
    for member in members {
      // A name that another program gave may have more than one line.
      guard let path = member.path, path.isName(within: .max) else { continue }
      lines.append("#EXTINF:-1," + member.title.cleaned(to: 1000))
      lines.append("../" + path)
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  var object: [UInt8] {
    let album = record.album
    let object = Object(
      id: album.id, site: album.site, owner: album.owner, title: album.title,
      description: album.about, cover: album.cover, isComplete: record.isComplete,
      photos: members.map { member in
        .init(id: member.key, title: member.title, path: member.path.map { "../" + $0 })
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // Only numbers that JSON cannot represent would fail, and there is none.
    return ((try? encoder.encode(object)).map { Array($0) } ?? []) + [UInt8(ascii: "\n")]
  }
}
