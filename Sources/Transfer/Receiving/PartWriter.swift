/// Brings one body's bytes into the part file: nothing before the first bytes were looked at,
/// nothing beyond the promised length, everything else at once.
///
/// Bytes go to the file as they come (libcurl gives at most 16 KiB). The state follows when the
/// engine asks for it, so that a body that is here in a moment costs no second file.
final class PartWriter {
  /// As many first bytes as `DownloadRequest.refusing` is shown.
  static let sniffedBytes = 64

  private let request: DownloadRequest
  private var file: PartFile?
  /// The state that is still to be written beside the part; nil if it is there or of no use.
  private var state: ResumeState?
  private var first: [UInt8] = []
  /// Where this body ends in the file, where it is known.
  private let end: Int64?
  /// Length of the whole file, where it is known.
  let total: Int64?
  /// Bytes of this body so far.
  private(set) var fetched: Int64 = 0

  /// A body that is the whole file.
  init(_ request: DownloadRequest, beginningWith state: ResumeState?, total: Int64?) {
    self.request = request
    self.state = state
    self.total = total
    end = total
  }

  /// A body that goes on where `file` ends.
  init(_ request: DownloadRequest, goingOn file: PartFile, end: Int64, total: Int64) {
    self.request = request
    self.file = file
    self.end = end
    self.total = total
  }

  /// Bytes in the file.
  var byteCount: Int64 { file?.byteCount ?? 0 }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    fetched += Int64(bytes.count)
    let reached = byteCount + Int64(first.count) + Int64(bytes.count)
    try check(reached)
    if let file {
      try file.append(bytes)
    } else if first.count + bytes.count < Self.sniffedBytes {
      first += bytes
    } else {
      let file = try begin(with: first + bytes.prefix(Self.sniffedBytes - first.count))
      try file.append(first)
      first = []
      try file.append(bytes)
    }
  }

  /// The body ended: it must have reached its promised length.
  func finish() throws(Fault) {
    if file == nil {
      let file = try begin(with: first)
      try file.append(first)
    }
    guard let total, byteCount < total else { return }
    throw Fault(.truncated, "the body ended after \(byteCount) of \(total) bytes")
  }

  /// Makes sure that what is in the file can be gone on with after a kill.
  func remember() throws(Fault) {
    guard let file, file.byteCount > 0, let state else { return }
    self.state = nil
    try file.remember(state)
  }

  private func begin(with bytes: [UInt8]) throws(Fault) -> PartFile {
    if let reason = request.refusing?(bytes) { throw Fault(.refused, reason) }
    let file = try PartFile.startOver(at: request.partPath)
    self.file = file
    return file
  }

  /// A body that outgrows its promise is not the promised one, and a part of it of just the promised
  /// length would be taken for whole the next time: it goes.
  private func check(_ reached: Int64) throws(Fault) {
    if let end, reached > end {
      discard()
      throw Fault(.inconsistent, "the body is longer than the \(end) bytes that were promised")
    }
    guard reached <= request.maximumBytes else {
      discard()
      throw .tooLarge(request.maximumBytes)
    }
  }

  private func discard() {
    guard file != nil else { return }
    file = nil
    try? PartFile.remove(at: request.partPath)
  }
}
