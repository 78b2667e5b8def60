extension PictureSketch {
  /// The edge of the picture that is made first, so that decoders reduce it.
  private static let edgeBefore = 64

  /// Decodes a file completely, in another process if there is one. Blocks.
  /// - Returns: Nil if it has no pixels, or too few.
  /// - Throws: ``ImageError`` if the file is no whole picture.
  package init?(
    ofFileAt path: String, limits: ImageLimits, by processes: DecoderProcesses?
  ) throws(ImageError) {
    var request = ThumbnailRequest(edge: Self.edgeBefore)
    request.isSketch = true
    let proof = try ImageProof(ofFileAt: path, request, limits: limits, by: processes)
    guard let samples = proof.thumbnail else { return nil }
    self.init(samples: samples)
  }
}
