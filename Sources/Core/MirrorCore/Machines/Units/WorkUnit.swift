import Foundation
import ProviderKit

/// One photo to fetch, complete in itself: any process on any machine can fetch it, in any order, knowing
/// nothing else. Written and read as a line of JSON.
package struct WorkUnit: Codable, Sendable, Hashable {
  /// The photo's id at its site.
  package var id: String
  /// Nil if it is the id of one feed only.
  package var site: String?
  /// The provider's name, for sidecars.
  package var provider: String?
  /// Where the file is stored, without its extension; nil for the standard name.
  package var name: String?
  /// The file's address.
  package var address: String
  /// The site's name of the size. This, the pixels, the bytes and the digest are what the listing promises about the
  /// file.
  package var label: String?
  /// Pixels; nil if the listing does not state them.
  package var width: Int?
  /// Pixels; nil if the listing does not state them.
  package var height: Int?
  /// Bytes of the file; nil if the listing does not state them.
  package var bytes: Int64?
  /// `md5:`, `sha1:` or `sha256:` and the digest in hexadecimal; nil if the listing does not state one.
  package var digest: String?
  /// Whether it is a video.
  package var video: Bool?
  /// Smaller sizes, the largest first, for the case that the site refuses this one.
  package var smaller: [Rendition]?
  /// The still of a video.
  package var still: Rendition?
  /// Parts of final addresses that mean "not available".
  package var placeholders: [String]?
  /// Names of formats that are kept although they cannot be checked by decoding.
  package var formats: [String]?
  /// How many transfers at once and how many bytes a second the site allows; only for the hosts of this unit's own
  /// addresses.
  package var limits: [SiteLimit]?
  /// The metadata, for sidecars; nil for none.
  package var photo: Photo?

  /// A longer line is refused.
  package static let longestLine = 1 << 20
}

extension WorkUnit {
  /// Why a line is no unit.
  package struct Flaw: Error, Sendable, Hashable {
    /// A clause in lower case without a period.
    package let reason: String
    /// As far as it can be read.
    package let id: String?
  }

  /// Reads a line. Unknown members are ignored.
  package init(line: [UInt8]) throws(Flaw) {
    guard line.count <= Self.longestLine else {
      throw Flaw(reason: "the line has more than \(Self.longestLine) bytes", id: nil)
    }
    let unit: WorkUnit
    do {
      unit = try JSONDecoder().decode(WorkUnit.self, from: Data(line))
    } catch {
      let id = (try? JSONDecoder().decode(Named.self, from: Data(line)))?.id
      throw Flaw(reason: Self.reason(of: error), id: id)
    }
    self = try unit.checked()
  }

  /// The member `tag` of a line: what another program wants to find again in the result. As JSON; nil if the line has
  /// none, or is no JSON.
  package static func tag(in line: [UInt8]) -> String? {
    // Most lines have none, and are not parsed a second time.
    guard line.count <= longestLine, line.contains(Array("\"tag\"".utf8)),
      let value = try? JSONValue(parsing: String(decoding: line, as: UTF8.self))["tag"],
      !value.isNull
    else { return nil }
    return value.text
  }

  private struct Named: Decodable { let id: String? }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no member '\(key.stringValue)'"
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
      DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "its member '\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another type"
    default: "it is not a JSON object"
    }
  }

  /// As a line of JSON, without its end.
  package var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // No member has a number that JSON cannot represent.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
