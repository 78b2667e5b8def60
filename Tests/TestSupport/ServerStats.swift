/// What the sample server counts.
package struct ServerStats: Decodable, Sendable {
  /// By method.
  package let calls: [String: Int]
  /// Requests for pictures, whatever came of them.
  package let imageRequests: Int
  /// Of pictures' bodies, as far as they were handed to a connection.
  package let imageBytes: Int
  /// How many addresses of pictures were answered.
  package let distinctImages: Int
  /// Answers with status 206.
  package let partialAnswers: Int
  /// By kind, as `FlickrServer --help` names them.
  package let faults: [String: Int]
  /// Calls refused for the rate limit.
  package let throttled: Int
}
