import Foundation
import ProviderKit

/// An item of a feed, which may contain several images.
struct JSONFeedItem {
  private let id: String
  private let owner: String
  private let item: JSONValue

  init(id: String, owner: String, _ item: JSONValue) {
    self.id = id
    self.owner = owner
    self.item = item
  }

  /// A photo for each image; none if the item is only text. The first has the item's id, so that an
  /// image added later does not change it.
  var photos: [Photo] {
    pictures.enumerated().map { index, picture in
      Photo(
        id: index == 0 ? id : "\(id)#\(index + 1)",
        owner: owner,
        ownerName: (item["authors"].array.first ?? item["author"])["name"].string,
        title: item["title"].string ?? "",
        about: item["summary"].string ?? item["content_text"].string,
        pageURL: item["url"].string,
        uploadedAt: item["date_published"].string.flatMap(seconds),
        tags: item["tags"].array.compactMap(\.string),
        renditions: [picture])
    }
  }

  /// The attached images, otherwise the main image of the item.
  private var pictures: [Rendition] {
    let attached = item["attachments"].array.compactMap { attachment -> Rendition? in
      guard attachment["mime_type"].string?.hasPrefix("image/") == true else { return nil }
      return rendition(attachment["url"], byteCount: attachment["size_in_bytes"].int)
    }
    guard attached.isEmpty else { return attached }
    let single = rendition(item["image"]) ?? rendition(item["banner_image"])
    return single.map { [$0] } ?? []
  }

  /// The host reports an image whose address cannot be fetched.
  private func rendition(_ url: JSONValue, byteCount: Int? = nil) -> Rendition? {
    guard let url = url.string, !url.isEmpty else { return nil }
    return Rendition(
      label: "Original", url: url, byteCount: byteCount.map(Int64.init), isOriginal: true)
  }

  /// Seconds since 1970 of an RFC 3339 date.
  private func seconds(_ date: String) -> Int64? {
    guard let date = try? Date(date, strategy: .iso8601) else { return nil }
    return Int64(date.timeIntervalSince1970)
  }
}
