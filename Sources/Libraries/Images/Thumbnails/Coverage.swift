/// The samples of a line that a pixel of a shorter line covers, and the covered parts of the first
/// and last one.
///
/// In integers, so that no error accumulates. A line of `length` pixels consists of samples of
/// `step` pixels each; the last one may cover fewer.
struct Coverage {
  let first: Int
  let last: Int
  /// Covered part of the first sample, 0 to 1.
  let head: Float
  /// Covered part of the last sample; 0 if it is the first.
  let tail: Float

  /// Covered part of a sample; nil if it is outside.
  func weight(of sample: Int) -> Float? {
    guard sample >= first, sample <= last else { return nil }
    guard sample > first else { return head }
    return sample < last ? 1 : tail
  }

  /// For each of `count` pixels, `count` being at most the number of samples.
  static func line(of length: Int, step: Int, count: Int) -> [Coverage] {
    // In units in which a sample is step * count wide and a pixel is length wide.
    let sample = step * count
    return (0..<count).map { pixel in
      let start = pixel * length
      let end = start + length
      let first = start / sample
      let last = (end - 1) / sample
      let firstEnd = min(end, (first + 1) * sample)
      return Coverage(
        first: first, last: last, head: Float(firstEnd - start) / Float(sample),
        tail: last == first ? 0 : Float(end - last * sample) / Float(sample))
    }
  }
}
