/// A picture's width and height in pixels.
struct PixelSize: Hashable {
  let width: Int
  let height: Int

  /// The size with this longest edge and the same shape, never larger than this size and at least
  /// one pixel each way.
  func fitting(edge: Int) -> PixelSize {
    let longest = max(width, height)
    guard edge < longest else { return self }
    return PixelSize(
      width: Self.scaled(width, edge, longest), height: Self.scaled(height, edge, longest))
  }

  /// `length * numerator / denominator`, rounded to the nearest.
  private static func scaled(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
    max(1, (length * numerator + denominator / 2) / denominator)
  }
}
