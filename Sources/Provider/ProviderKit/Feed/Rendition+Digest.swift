extension Rendition {
  /// A promised hash of the file.
  public struct Digest: Codable, Sendable, Hashable {
    /// Algorithms that sites use.
    public enum Algorithm: String, Codable, Sendable {
      case md5, sha1, sha256
    }

    /// The algorithm of `hex`.
    public var algorithm: Algorithm
    /// Lower-case hexadecimal.
    public var hex: String

    /// A digest from its hexadecimal digits.
    public init(_ algorithm: Algorithm, hex: String) {
      self.algorithm = algorithm
      self.hex = hex
    }

    /// Decodes a digest. The algorithm `cid` stands for the SHA-256 within a content identifier
    /// (``init(contentIdentifier:)``).
    public init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      let text = try members.decode(String.self, forKey: .hex)
      guard try members.decode(String.self, forKey: .algorithm) == "cid" else {
        self.init(try members.decode(Algorithm.self, forKey: .algorithm), hex: text)
        return
      }
      guard let digest = Digest(contentIdentifier: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .hex, in: members, debugDescription: "not the identifier of raw bytes")
      }
      self = digest
    }
  }

  /// All promised hashes.
  package var promised: [Digest] { [digest].compactMap(\.self) + digests }
}

extension Rendition.Digest {
  /// The SHA-256 that the identifier of a file's content contains (CID, https://github.com/multiformats/cid);
  /// nil for one that is not of raw bytes, or has another digest.
  public init?(contentIdentifier text: String) {
    // The letter says base32 (RFC 4648, section 6) in lower case without padding.
    guard text.first == "b", text.utf8.count < 100, let bytes = Self.base32(text.dropFirst()),
      bytes.count == 36,
      // Version 1, raw bytes, SHA-256, of 32 bytes.
      bytes.starts(with: [0x01, 0x55, 0x12, 0x20])
    else { return nil }
    let digits = bytes.dropFirst(4).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }
    self.init(.sha256, hex: digits.joined())
  }

  private static func base32(_ text: Substring) -> [UInt8]? {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a")
      case UInt8(ascii: "2")...UInt8(ascii: "7"): value = byte - UInt8(ascii: "2") + 26
      default: return nil
      }
      (bits, count) = ((bits << 5 | UInt32(value)) & 0xFFF, count + 5)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  var isWellFormed: Bool {
    hex.utf8.count == algorithm.digits
      && hex.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
  }
}

extension Rendition.Digest.Algorithm {
  fileprivate var digits: Int {
    switch self {
    case .md5: 32
    case .sha1: 40
    case .sha256: 64
    }
  }
}
