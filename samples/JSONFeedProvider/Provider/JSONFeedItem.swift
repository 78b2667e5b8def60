import Foundation
import ProviderKit

/// An item of a feed, which may contain several images.
struct JSONFeedItem {
  /// The images: those beside the text, then those in it.
  let pictures: ItemPictures
  private let id: String
  private let owner: String
  private let item: JSONValue

  /// - Parameter feed: The address of the feed.
  init(id: String, feed: String, _ item: JSONValue) {
    self.id = id
    owner = URLComponents(string: feed)?.host ?? ""
    self.item = item
    var pictures = ItemPictures()
    for image in JSONFeedItem.images(beside: item) {
      pictures.add([Rendition(label: "Original", url: image, isOriginal: true)])
    }
    pictures.add(html: item["content_html"].string ?? "", base: item["url"].string ?? feed)
    self.pictures = pictures
  }

  /// A photo for each image; none if the item is only text. The first has the item's id, so that an
  /// image added later does not change it.
  var photos: [Photo] {
    pictures.sizes.enumerated().map { index, sizes in
      Photo(
        id: index == 0 ? id : "\(id)#\(index + 1)",
        owner: owner,
        ownerName: (item["authors"].array.first ?? item["author"])["name"].string,
        title: item["title"].string ?? "",
        about: item["summary"].string ?? item["content_text"].string
          ?? item["content_html"].string,
        pageURL: item["url"].string,
        uploadedAt: item["date_published"].string.flatMap(seconds),
        tags: item["tags"].array.compactMap(\.string),
        renditions: sizes)
    }
  }

  /// The attached images, otherwise the main image of the item. The host reports one whose address cannot be
  /// fetched. `size_in_bytes` is often wrong, and not promised: the host verifies promises.
  private static func images(beside item: JSONValue) -> [String] {
    let attached = item["attachments"].array.filter {
      $0["mime_type"].string?.hasPrefix("image/") == true
    }
    let main = [item["image"], item["banner_image"]].compactMap(\.string).filter { !$0.isEmpty }
    let images = attached.compactMap { $0["url"].string }.filter { !$0.isEmpty }
    return images.isEmpty ? Array(main.prefix(1)) : images
  }

  /// Seconds since 1970 of an RFC 3339 date.
  private func seconds(_ date: String) -> Int64? {
    guard let date = try? Date(date, strategy: .iso8601) else { return nil }
    return Int64(date.timeIntervalSince1970)
  }
}
