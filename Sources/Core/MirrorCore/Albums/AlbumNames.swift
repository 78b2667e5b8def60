import Foundation
import ProviderKit
import SystemCalls

/// The names of albums on disk: `TITLE_ID`, valid on all common file systems, whatever the site says.
package struct AlbumNames {
  private let titleBytes: Int
  private var taken: Set<String> = []

  /// - Parameter longestName: Bytes of the longest name that the place takes.
  package init(longestName: Int = NameTemplate.usualLongest) {
    // Less the id's longest form and a number.
    titleBytes = min(100, max(20, longestName - 96))
  }

  /// A name that no album before has, regardless of case and of the composition of accents.
  package mutating func name(of album: Album) -> String {
    let id = NameComponent.identifier(album.id)
    let slug = NameComponent.slug(album.title, maximumBytes: titleBytes)
    let base = [slug, id].compactMap(\.self).joined(separator: "_")
    var (name, number) = (base, 1)
    while !taken.insert(name.lowercased().composed).inserted {
      number += 1
      name = "\(base)_\(number)"
    }
    return name
  }

  /// The name of an album's photo: its place and its file's name, `0001_2024-05-01_Cat_42.jpg`.
  /// - Parameters:
  ///   - number: Counted from 1.
  ///   - count: The number of the album's photos, for the width of `number`.
  ///   - longestName: Bytes of the longest name that the place takes.
  package static func name(
    of member: AlbumMember, at path: String, number: Int, of count: Int,
    longestName: Int = NameTemplate.usualLongest
  ) -> String {
    let width = max(4, "\(count)".utf8.count)
    let digits = "\(number)"
    let prefix = String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits + "_"
    let file = String(path.fileName)
    // What is usual leaves room for other programs, which a link does not need.
    let most = longestName < NameTemplate.usualLongest ? longestName : mostBytes
    guard prefix.utf8.count + file.utf8.count > most else { return prefix + file }
    let kind = file.split(separator: ".").last.map { "." + $0.prefix(8) } ?? ""
    return prefix + NameComponent.identifier(member.key) + kind
  }

  /// The limit of a name on common file systems.
  private static let mostBytes = 255
}
