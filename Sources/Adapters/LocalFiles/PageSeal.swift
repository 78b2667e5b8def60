import Digests

/// Tells the records of pages that this user's runs wrote from forged ones, by a keyed digest (HMAC with SHA-256): a
/// folder of pages may come from somebody else.
package struct PageSeal: Sendable {
  /// Bytes of a key.
  package static let keyLength = 32
  static let length = 32

  private let key: [UInt8]
  private let mirror: String

  /// - Parameters:
  ///   - key: The user's; nil if there is none.
  ///   - mirror: The id of the mirror.
  /// - Returns: Nil without a key of ``keyLength`` bytes.
  package init?(key: [UInt8]?, mirror: String) {
    guard let key, key.count == Self.keyLength else { return nil }
    (self.key, self.mirror) = (key, mirror)
  }

  /// Records with their seal at the end.
  /// - Parameter folder: The path of their pages.
  func sealed(_ records: [UInt8], in folder: String) -> [UInt8] {
    records + code(of: records, in: folder)
  }

  /// The records without their seal; nil if it is not one of this key, mirror and folder.
  func opened(_ bytes: [UInt8], in folder: String) -> [UInt8]? {
    guard bytes.count >= Self.length else { return nil }
    let records = Array(bytes.dropLast(Self.length))
    return bytes.suffix(Self.length).elementsEqual(code(of: records, in: folder)) ? records : nil
  }

  private func code(of records: [UInt8], in folder: String) -> [UInt8] {
    // Of one length each, so that no text of one is a text of the other.
    let texts = [Array(mirror.utf8), Array(folder.utf8), records]
    let text = texts.map { DigestAlgorithm.sha256.hex(of: $0) }.joined()
    return DigestAlgorithm.sha256.authenticationCode(of: Array(text.utf8), key: key)
  }
}
