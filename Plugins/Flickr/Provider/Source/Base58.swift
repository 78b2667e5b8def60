/// The short form of a photo's id in `https://flic.kr/p/…`
/// (https://www.flickr.com/services/api/misc.urls.html).
enum Base58 {
  private static let digits = Array("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")

  /// Nil if the text is not such a number, or larger than any id.
  static func number(_ text: String) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var number: UInt64 = 0
    for character in text {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 58)
      let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }
}
