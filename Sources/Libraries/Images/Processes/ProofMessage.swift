import Sandbox

/// The request to a decoder process; the file's descriptor travels beside it.
struct ProofRequest {
  var thumbnail: ThumbnailRequest?
  var limits: ImageLimits

  /// The longest message of this kind.
  static let mostBytes = 1024

  func encode() -> [UInt8] {
    var writer = MessageWriter()
    writer.append(optional: thumbnail) {
      $0.append($1.edge)
      $0.append($1.format.rawValue)
      $0.append($1.leavesOutSmall)
      $0.append(optional: $1.previewEdge) { $0.append($1) }
      $0.append($1.isSketch)
    }
    writer.append(optional: limits.pixels) { $0.append($1) }
    for limit in [limits.edge, limits.memory, limits.scans, limits.warnings] {
      writer.append(limit)
    }
    writer.append(limits.seconds)
    writer.append(limits.isTransferProven)
    return writer.bytes
  }

  init(thumbnail: ThumbnailRequest?, limits: ImageLimits) {
    (self.thumbnail, self.limits) = (thumbnail, limits)
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Invalid) {
    var reader = MessageReader(bytes)
    let numbers = 0...Int.max
    thumbnail = try reader.optional { reader throws(MessageReader.Invalid) in
      let edge = try reader.number(in: numbers)
      guard let format = ThumbnailRequest.Format(rawValue: try reader.text()) else {
        throw MessageReader.Invalid()
      }
      var request = ThumbnailRequest(
        edge: edge, format: format, leavesOutSmall: try reader.flag())
      request.previewEdge = try reader.optional { reader throws(MessageReader.Invalid) in
        try reader.number(in: numbers)
      }
      request.isSketch = try reader.flag()
      return request
    }
    limits = ImageLimits()
    limits.pixels = try reader.optional { reader throws(MessageReader.Invalid) in
      try reader.number(in: numbers)
    }
    limits.edge = try reader.number(in: numbers)
    limits.memory = try reader.number(in: numbers)
    limits.scans = try reader.number(in: numbers)
    limits.warnings = try reader.number(in: numbers)
    limits.seconds = try reader.double()
    limits.isTransferProven = try reader.flag()
  }
}

/// The answer of a decoder process: a proof, or the error.
enum ProofAnswer {
  /// The longest message of this kind: a picture is at most a quarter longer than its pixels.
  static func mostBytes(_ request: ThumbnailRequest?) -> Int {
    [request?.edge, request?.previewEdge].reduce(1 << 20) { sum, edge in
      let edge = min(edge ?? 0, 1 << 14)
      return sum + 5 * edge * edge
    }
  }

  static func encode(_ result: Result<ImageProof, ImageError>) -> [UInt8] {
    var writer = MessageWriter()
    switch result {
    case .success(let proof):
      writer.append(true)
      writer.append(proof)
    case .failure(let error):
      writer.append(false)
      writer.append(error)
    }
    return writer.bytes
  }

  static func decode(
    _ bytes: [UInt8]
  ) throws(MessageReader.Invalid) -> Result<ImageProof, ImageError> {
    var reader = MessageReader(bytes)
    return try reader.flag() ? .success(try reader.proof()) : .failure(try reader.error())
  }
}

extension MessageWriter {
  fileprivate mutating func append(_ proof: ImageProof) {
    append(proof.format.rawValue)
    append(proof.width)
    append(proof.height)
    append(proof.isDecoded)
    append(optional: proof.limit) { $0.append($1) }
    for picture in [proof.thumbnail, proof.preview] {
      append(optional: picture) { $0.append($1) }
    }
    append(proof.isItsOwnThumbnail)
    append(optional: proof.thumbnailFailure) { $0.append($1) }
    append(proof.warnings.count)
    for warning in proof.warnings { append(warning) }
  }

  fileprivate mutating func append(_ error: ImageError) {
    append(ImageError.Kind.allCases.firstIndex(of: error.kind) ?? 0)
    append(error.message)
  }
}

extension MessageReader {
  fileprivate mutating func proof() throws(Invalid) -> ImageProof {
    guard let format = ImageFormat(rawValue: try text()) else { throw Invalid() }
    let edges = 0...Int(Int32.max)
    let (width, height) = (try number(in: edges), try number(in: edges))
    let isDecoded = try flag()
    let readError = { (reader: inout Self) throws(Invalid) -> ImageError in try reader.error() }
    let limit = try optional(readError)
    let readData = { (reader: inout Self) throws(Invalid) -> [UInt8] in try reader.data() }
    let (thumbnail, preview) = (try optional(readData), try optional(readData))
    let isItsOwnThumbnail = try flag()
    let thumbnailFailure = try optional(readError)
    var warnings: [String] = []
    for _ in 0..<(try number(in: 0...1000)) { warnings.append(try text()) }
    return ImageProof(
      format: format, width: width, height: height, isDecoded: isDecoded, limit: limit,
      thumbnail: thumbnail, preview: preview, thumbnailFailure: thumbnailFailure,
      warnings: warnings, isItsOwnThumbnail: isItsOwnThumbnail)
  }

  fileprivate mutating func error() throws(Invalid) -> ImageError {
    let kinds = ImageError.Kind.allCases
    return ImageError(kinds[try number(in: 0...kinds.count - 1)], try text())
  }
}
