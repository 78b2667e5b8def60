import Console
import MirrorCore
import ProviderKit

extension Photo {
  /// A row of the table.
  var cells: [String] {
    let largest = SizePolicy.largest.choose(from: files)
    let pixels = largest.flatMap { size in
      size.width.flatMap { width in size.height.map { "\(width)x\($0)" } }
    }
    return [id, day ?? "", ownerName ?? owner, pixels ?? largest?.label ?? "?", title]
  }

  /// The date, or as much of it as is known, for people.
  private var day: String? {
    takenAt.map { $0.hasSuffix("~") ? "circa \($0.dropLast())" : String($0.prefix(10)) }
  }
}

extension Photo {
  /// Every key, whatever is known.
  static let keys = ResultKeys<Photo> {
    $0.add("id", \.id)
    $0.add("owner", \.owner)
    $0.add("owner_name", \.ownerName)
    $0.add("title", \.title)
    $0.add("taken_at", "as much as is known: 1905-06, 1905, or 1905~ for about 1905") {
      $0.takenAt?.replacing(" ", with: "T")
    }
    $0.add("uploaded_at", time: \.uploadedAt)
    $0.add("page_url", \.pageURL)
    $0.add("license", \.license?.name)
    $0.add("tags", \.tags)
    $0.add("sizes", each: \.files, renditions)
  }

  private static let renditions = ResultKeys<Rendition> {
    $0.add("label", \.label)
    $0.add("width", \.width)
    $0.add("height", \.height)
    $0.add("url", \.url)
  }
}
