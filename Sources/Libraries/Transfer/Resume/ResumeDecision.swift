/// What to request for an existing part: the first half of resuming.
package enum ResumePlan: Sendable, Equatable {
  /// No usable part: request the complete body.
  case fresh
  /// Request the bytes from `offset` on, if the body has not changed.
  case resume(offset: Int64)
  /// The part is complete: no request.
  case complete

  /// Decides from the files alone.
  ///
  /// - Parameters:
  ///   - partSize: bytes in the part file, 0 if there is none.
  ///   - url: the address to request now.
  ///   - byteCount: the provider's promise.
  ///   - bootID: of the current boot.
  package init(
    state: ResumeState?, partSize: Int64, url: String, byteCount: Int64?, bootID: String
  ) {
    guard let state, partSize > 0, state.url == url, state.bootID == bootID,
      Self.agree(state.total, byteCount)
    else {
      self = .fresh
      return
    }
    let total = state.total ?? .max
    self = partSize < total ? .resume(offset: partSize) : partSize == total ? .complete : .fresh
  }

  private static func agree(_ total: Int64?, _ promised: Int64?) -> Bool {
    guard let total, let promised else { return true }
    return total == promised
  }
}

/// What to do with a response's body: the second half of resuming, decided from the headers before
/// a byte is written (RFC 9110 13.1.5, 14.2-14.4, 15.3.7, 15.5.17).
enum ResumeDecision: Equatable {
  /// Append the body to the part, up to `end` bytes of `total`.
  case append(end: Int64, total: Int64)
  /// The body is complete: start the part over.
  case startOver
  /// The part is already complete.
  case alreadyComplete
  /// The part or the server's range is unusable: request the complete body, once.
  case askAgain(because: String)
  /// Write nothing of this.
  case refuse(Fault)

  /// - Parameters:
  ///   - claim: the part that the request resumes; nil if it asked for the complete body.
  ///   - now: seconds since 1970.
  init(_ head: ResponseHead, claim: ResumeClaim?, now: Int) {
    switch (head.status, claim) {
    case (200, _), (203, _):
      self = Self.whole(head, isResumed: claim != nil)
    case (202, _):
      self = .refuse(
        Fault(
          .status(202), "the server does not have the file ready yet (status 202)",
          retryAfter: head.retryAfter(now: now)))
    case (206, let claim?):
      self = Self.part(head, claim)
    case (206, nil):
      self = .refuse(
        Fault(
          .protocolError, "the server answered a request for the complete file with a part (206)"))
    case (416, let claim?):
      self = Self.unsatisfied(head, claim)
    case (200..<300, _):
      self = .refuse(Fault(.protocolError, "the server sends no file (status \(head.status))"))
    default:
      self = .refuse(
        Fault(
          .status(head.status), "status \(head.status)", retryAfter: head.retryAfter(now: now)))
    }
  }

  /// 200: also a legal answer to a range, if the body changed or the server does not support
  /// If-Range with an entity tag.
  private static func whole(_ head: ResponseHead, isResumed: Bool) -> ResumeDecision {
    let range = head.headers.first("content-range").flatMap(ContentRange.init)
    // A part whose status is that of a whole file.
    if case .bytes(let first, let last, let total) = range,
      first > 0 || total.map({ last + 1 < $0 }) ?? false
    {
      let reason = "the server answers with a part and the status \(head.status)"
      return isResumed
        ? .askAgain(because: reason) : .refuse(Fault(.protocolError, reason))
    }
    return ContentCoding(head).name.map { .refuse(.encoded($0)) } ?? .startOver
  }

  /// 206: exactly the requested bytes, or a prefix of them.
  private static func part(_ head: ResponseHead, _ claim: ResumeClaim) -> ResumeDecision {
    guard ContentCoding(head) == .plain else { return .askAgain(because: "the part is encoded") }
    let fields = head.headers.values(of: "content-range")
    // A multipart/byteranges has no such field (RFC 9110 14.6), and is no answer to a single range.
    guard fields.count == 1, let range = ContentRange(fields[0]),
      case .bytes(let first, let last, let told) = range
    else { return .askAgain(because: "the part has no valid Content-Range") }
    guard first == claim.offset else {
      return .askAgain(because: "the part begins at another offset")
    }
    guard let total = told ?? claim.total, last < total, claim.total ?? total == total else {
      return .askAgain(because: "the part belongs to a body of another length")
    }
    guard !claim.validator.isContradicted(by: head) else {
      return .askAgain(because: "the part belongs to another version")
    }
    guard let length = try? head.contentLength() ?? (last - first + 1), length == last - first + 1
    else { return .askAgain(because: "the part is not as long as its range") }
    return .append(end: last + 1, total: total)
  }

  /// 416: no bytes follow the part. It is complete if the body ends there.
  private static func unsatisfied(_ head: ResponseHead, _ claim: ResumeClaim) -> ResumeDecision {
    let range = head.headers.first("content-range").flatMap(ContentRange.init)
    guard case .unsatisfied(let total) = range, total == claim.offset,
      claim.total ?? total == total, !claim.validator.isContradicted(by: head)
    else { return .askAgain(because: "the server cannot resume the part") }
    return .alreadyComplete
  }
}

extension Fault {
  /// A file whose bytes are coded, and cannot be decoded.
  static func encoded(_ coding: String) -> Fault {
    Fault(.protocolError, "the file is encoded as '\(coding)', which was not requested")
  }
}

/// What a resuming request relies on.
struct ResumeClaim: Equatable {
  /// Bytes in the part.
  let offset: Int64
  /// Length of the complete body; nil if unknown.
  let total: Int64?
  let validator: Validator
}
