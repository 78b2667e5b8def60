/// An account or a group as a person names it: by its NSID, or by the name in its address.
enum FlickrAccount {
  /// `12345678@N00`, which calls take. A name stands for one only after a look-up.
  static func isNSID(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].first == "N", text.utf8.count <= 40 else { return false }
    return [halves[0], halves[1].dropFirst()].allSatisfy { digits in
      !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  /// Whether this can be a name in an address: letters, digits, `_` and `-`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_".utf8.contains(byte)
        }
      }
  }
}
