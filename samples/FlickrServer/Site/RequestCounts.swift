/// Counts of requests and answers since the start or the last reset.
struct RequestCounts: Encodable, Sendable {
  /// By method, including failed ones.
  var calls: [String: Int] = [:]
  /// Requests for images, whatever the answer.
  var imageRequests = 0
  /// Bytes of images that were passed to the connection.
  var imageBytes: UInt64 = 0
  /// Number of distinct image addresses that were answered.
  private var distinctImages = 0
  /// Answers with a part of an image.
  private var partialAnswers = 0
  /// By kind, with the names of the command line.
  var faults: [String: Int] = [:]
  /// Calls refused because of the rate limit.
  var throttled = 0

  private var images: Set<String> = []

  mutating func didAnswerImage(_ path: String, isPartial: Bool) {
    images.insert(path)
    distinctImages = images.count
    if isPartial { partialAnswers += 1 }
  }

  private enum CodingKeys: String, CodingKey {
    case calls
    case imageRequests = "image_requests"
    case imageBytes = "image_bytes"
    case distinctImages = "distinct_images"
    case partialAnswers = "partial_answers"
    case faults, throttled
  }
}
