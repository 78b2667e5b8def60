import Images

/// What `thumbnail` was asked for.
package struct ThumbnailArguments: Sendable, Hashable {
  /// As they were written.
  package let files: [String]
  /// Where the thumbnails go; may not exist yet.
  package let directory: String
  /// The thumbnails' longest edge in pixels.
  package let edge: Int
  /// JSON instead of text for people.
  package let isJSON: Bool
  /// What a picture may cost.
  package let limits: ImageLimits

  init(_ parsed: ParsedArguments) throws(UsageError) {
    files = try CommandSyntax.thumbnail.operands(of: parsed)
    guard let directory = parsed.value("output"), !directory.isEmpty else {
      throw UsageError("'thumbnail' needs a directory for the thumbnails: -o DIR")
    }
    self.directory = directory
    edge = try parsed.number("edge", in: 1...4096) ?? 256
    isJSON = parsed.has("json")
    limits = try ImageLimits(parsed)
  }
}
