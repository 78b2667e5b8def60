/// Counts of requests and answers since the start or the last reset.
struct RequestCounts: Encodable, Sendable {
  /// By method, including failed ones.
  var calls: [String: Int] = [:]
  /// Requests for images, whatever the answer.
  var imageRequests = 0
  /// Bytes of images that were passed to the connection.
  var imageBytes: UInt64 = 0
  /// Number of distinct image addresses that were answered.
  var distinctImages: Int { images.count }
  /// Answers with a part of an image.
  var partialAnswers = 0
  /// By kind, with the names of the command line.
  var faults: [String: Int] = [:]
  /// Calls refused because of the rate limit.
  var throttled = 0

  private var images: Set<String> = []

  mutating func didAnswerImage(_ path: String, isPartial: Bool) {
    images.insert(path)
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

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(calls, forKey: .calls)
    try container.encode(imageRequests, forKey: .imageRequests)
    try container.encode(imageBytes, forKey: .imageBytes)
    try container.encode(distinctImages, forKey: .distinctImages)
    try container.encode(partialAnswers, forKey: .partialAnswers)
    try container.encode(faults, forKey: .faults)
    try container.encode(throttled, forKey: .throttled)
  }
}
