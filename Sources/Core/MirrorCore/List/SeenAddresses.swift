import ProviderKit

/// The addresses of the photos of the last pages, to recognise two photos that have one id.
///
/// Only of photos with few sizes, as in lists and feeds: sites that offer many have ids of their own.
struct SeenAddresses: Sendable {
  private static let mostSizes = 2
  private var pages: [[String: String]] = []
  private let window: Int

  /// - Parameter window: The number of pages remembered.
  init(window: Int = 20) { self.window = window }

  /// Notes a page.
  /// - Returns: A sentence for each photo that has the id of one before it, and another address.
  mutating func conflicts(in photos: [Photo]) -> [String] {
    var page: [String: String] = [:]
    var sentences: [String] = []
    for photo in photos {
      guard let address = Self.address(of: photo) else { continue }
      guard let before = page[photo.id] ?? pages.lazy.compactMap({ $0[photo.id] }).last else {
        page[photo.id] = address
        continue
      }
      let isSame =
        page[photo.id] == nil
        // A site may sign the addresses of each answer anew.
        ? Self.withoutQuery(address) == Self.withoutQuery(before) : address == before
      guard !isSame else { continue }
      sentences.append(
        "the id \(photo.id.cleaned(to: 100)) has two addresses, \(Self.shown(before)) and "
          + "\(Self.shown(address)): the second is not mirrored")
    }
    pages.append(page)
    if pages.count > window { pages.removeFirst() }
    return sentences
  }

  private static func address(of photo: Photo) -> String? {
    let files = photo.files
    return files.count <= mostSizes ? files.first?.url : nil
  }

  private static func withoutQuery(_ address: String) -> Substring {
    address.prefix { $0 != "?" && $0 != "#" }
  }

  /// A query may contain a signature.
  private static func shown(_ address: String) -> String {
    let shown = withoutQuery(address)
    return String(shown).cleaned(to: 300) + (shown.count < address.count ? "?…" : "")
  }
}
