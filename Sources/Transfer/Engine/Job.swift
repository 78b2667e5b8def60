import Redaction

/// Where the outcome of a job goes: called exactly once, on the engine's thread as a rule.
typealias Reply<Value: Sendable> = @Sendable (Result<Value, TransferError>) -> Void

/// One transfer that was asked of the engine, on its way to the engine's thread. A class, because
/// very many may wait.
///
/// `@unchecked`: `isWaiting` belongs to the engine's thread, which is given the job by the inbox; all else
/// never changes.
final class Job: LaneItem, @unchecked Sendable {
  enum Work: Sendable {
    case answer(TransferRequest, Reply<TransferAnswer>)
    case download(
      DownloadRequest, (@Sendable (DownloadProgress) -> Void)?, Reply<Download>)

    var url: String {
      switch self {
      case .answer(let request, _): request.url
      case .download(let request, _, _): request.url
      }
    }

    /// Ends what no job was made for, or no receiver.
    func fail(_ error: TransferError) {
      switch self {
      case .answer(_, let reply): reply(.failure(error))
      case .download(_, _, let reply): reply(.failure(error))
      }
    }

    /// Values that no message may show.
    var secrets: [String] {
      switch self {
      case .answer(let request, _): request.secrets
      case .download: []
      }
    }
  }

  let address: Address
  let work: Work
  private let engineRedaction: Redaction
  var isWaiting = false

  /// - Parameter redaction: of what no message of the engine's may show.
  init(address: Address, work: Work, redaction: Redaction) {
    engineRedaction = redaction
    self.address = address
    self.work = work
  }

  var deadline: Duration {
    switch work {
    case .answer(let request, _): request.deadline
    case .download(let request, _, _): request.deadline
    }
  }

  /// The caller's own headers.
  var headers: [HTTPHeader] {
    switch work {
    case .answer(let request, _): request.headers
    case .download: []
    }
  }

  /// Whether it is a download.
  var isFile: Bool {
    switch work {
    case .answer: false
    case .download: true
    }
  }

  /// Only an answer may come compressed: a file is stored and resumed by the bytes it has.
  var acceptsCompression: Bool { !isFile }

  /// Whether the body is compared with a digest, wherever it comes from.
  var hasDigest: Bool {
    switch work {
    case .answer: false
    case .download(let request, _, _): request.hasDigest
    }
  }

  /// Whether no connection is to be used that was used before.
  var wantsNewConnection: Bool {
    switch work {
    case .answer: false
    case .download(let request, _, _): request.wantsNewConnection
    }
  }

  /// The one who takes the body in. Made when it begins, on the engine's thread.
  func makeReceiver() -> any BodyReceiver {
    switch work {
    case .answer(let request, let reply): return AnswerReceiver(request, redaction, reply: reply)
    case .download(let request, let progress, let reply):
      return PartReceiver(request, redaction, progress: progress, reply: reply)
    }
  }

  /// Takes out what no message may show.
  var redaction: Redaction { engineRedaction.adding(work.secrets) }

  /// Ends a job that no receiver was made for.
  func fail(_ fault: Fault) { work.fail(error(fault, at: address)) }

  /// The fault as the caller is told it.
  func error(_ fault: Fault, at address: Address) -> TransferError {
    TransferError(fault, at: address.place, redacting: redaction)
  }
}
