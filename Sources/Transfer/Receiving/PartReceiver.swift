import Foundation

/// Writes a download into its part file, going on where the part ends if it may.
final class PartReceiver: BodyReceiver {
  private let request: DownloadRequest
  private let reply: Reply<FinishedPart>
  private var progress: ProgressMeter
  /// What the part says of itself; nil once it is of no use.
  private var state: ResumeState?
  private var claim: ResumeClaim?
  /// The body that is coming in.
  private var writer: PartWriter?
  private var finished: (byteCount: Int64, fetched: Int64, isProven: Bool)?
  private var headers: [HTTPHeader] = []
  private var md5: String?

  init(
    _ request: DownloadRequest, progress: (@Sendable (DownloadProgress) -> Void)?,
    reply: Reply<FinishedPart>
  ) {
    self.request = request
    self.progress = ProgressMeter(progress)
    self.reply = reply
  }

  func prepare() throws(Fault) -> Bool {
    state = ResumeState.read(besidePart: request.partPath)
    let size = state == nil ? 0 : PartFile.size(at: request.partPath)
    let plan = ResumePlan(
      state: state, partSize: size, url: request.url, byteCount: request.byteCount,
      bootID: ResumeState.currentBootID)
    switch (plan, state) {
    case (.resume(let offset), let state?):
      claim = ResumeClaim(offset: offset, total: state.total, validator: state.validator)
      return true
    case (.complete, let state?):
      try takeWhole(state, byteCount: size)
      return false
    default:
      state = nil
      return true
    }
  }

  var conditions: [HTTPHeader] {
    guard let claim else { return [] }
    // Range as a header rather than by CURLOPT_RESUME_FROM, which turns a legal 200 into a failure.
    return [
      HTTPHeader("Range", "bytes=\(claim.offset)-"),
      HTTPHeader("If-Range", claim.validator.value),
    ]
  }

  func accept(_ head: ResponseHead, from address: Address) throws(Fault) -> Acceptance {
    let now = Int(Date().timeIntervalSince1970)
    switch ResumeDecision(head, claim: claim, now: now) {
    case .startOver:
      try startOver(head, from: address)
      return .receive
    case .append(let end, let total):
      try append(upTo: end, of: total)
      return .receive
    case .alreadyComplete(let total):
      guard let state else { return .ignore }
      try takeWhole(state, byteCount: total)
      return .ignore
    case .askAgain(let reason):
      (claim, state) = (nil, nil)
      return .askAgain(because: reason)
    case .refuse(let fault):
      throw fault
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
    guard let writer else { return }
    try writer.receive(bytes)
    progress.tell(received: writer.byteCount, expected: writer.total)
  }

  func finish(isSelfDelimited: Bool) throws(Fault) {
    guard let writer else { return }
    try writer.finish()
    finished = (writer.byteCount, writer.fetched, writer.total != nil || isSelfDelimited)
  }

  func succeed(from address: Address) {
    guard let finished else { return }
    // The file is closed before anyone hears of its end and may want to open it.
    writer = nil
    let download = Download(
      byteCount: finished.byteCount, bytesFetched: finished.fetched,
      isLengthProven: finished.isProven, effectiveURL: state?.effectiveURL ?? address.url,
      headers: headers)
    reply.resume(
      returning: .success(FinishedPart(path: request.partPath, download: download, md5: md5)))
  }

  func fail(_ error: TransferError) {
    writer = nil
    reply.resume(returning: .failure(error))
  }
}

/// The three ways in which a part comes to its bytes.
extension PartReceiver {
  private func takeWhole(_ state: ResumeState, byteCount: Int64) throws(Fault) {
    try checkCeiling(byteCount)
    (headers, md5) = (state.headers, state.md5)
    finished = (byteCount, 0, true)
  }

  private func append(upTo end: Int64, of total: Int64) throws(Fault) {
    try checkCeiling(total)
    guard let claim, let state else { return }
    (headers, md5) = (state.headers, state.md5)
    let file = try PartFile.append(at: request.partPath, offset: claim.offset)
    writer = PartWriter(request, goingOn: file, end: end, total: total)
  }

  private func startOver(_ head: ResponseHead, from address: Address) throws(Fault) {
    let promise = try BodyPromise(head, byteCount: request.byteCount)
    try checkCeiling(promise.total ?? 0)
    (headers, md5) = (head.headers, promise.md5)
    state = nil
    claim = nil
    let newState = ResumeState(
      url: request.url, effectiveURL: address.url, head: head, total: promise.total,
      md5: promise.md5, bootID: ResumeState.currentBootID)
    writer = PartWriter(request, beginningWith: newState, total: promise.total)
  }

  private func checkCeiling(_ total: Int64) throws(Fault) {
    guard total <= request.maximumBytes else { throw .tooLarge(request.maximumBytes) }
  }
}

extension Fault {
  static func tooLarge(_ limit: Int64) -> Fault {
    Fault(.tooLarge, "the file is longer than \(limit) bytes")
  }
}
