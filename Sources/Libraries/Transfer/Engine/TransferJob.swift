import Redaction

/// One submitted transfer. A class, because very many may wait.
///
/// `@unchecked`: `isWaiting` belongs to the engine's thread, to which the inbox passes the job; the
/// rest never changes.
final class TransferJob: LaneItem, @unchecked Sendable {
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

    /// Fails work for which no job or no receiver was made.
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

  /// - Parameter redaction: hides the secrets of the engine's configuration.
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

  /// The caller's headers.
  var headers: [HTTPHeader] {
    switch work {
    case .answer(let request, _): request.headers
    case .download(let request, _, _): request.headers
    }
  }

  /// Whether it is a download.
  var isFile: Bool {
    switch work {
    case .answer: false
    case .download: true
    }
  }

  /// A file is stored and resumed byte by byte, and not asked for in compressed form.
  var acceptsCompression: Bool {
    switch work {
    case .answer(let request, _): request.acceptsCompression
    case .download: false
    }
  }

  var method: HTTPMethod {
    switch work {
    case .answer(let request, _): request.method
    case .download: .get
    }
  }

  /// What is sent; nil for a request without a body.
  var body: TransferBody? {
    switch work {
    case .answer(let request, _): request.body
    case .download: nil
    }
  }

  /// Whether redirects are followed, or are answers.
  var followsRedirects: Bool {
    switch work {
    case .answer(let request, _): request.followsRedirects
    case .download: true
    }
  }

  /// Nil for the engine's limit.
  var stallTimeout: Duration? {
    switch work {
    case .answer(let request, _): request.stallTimeout
    case .download: nil
    }
  }

  /// Whether the caller compares the body with a digest, wherever it came from.
  var hasDigest: Bool {
    switch work {
    case .answer: false
    case .download(let request, _, _): request.hasDigest
    }
  }

  /// Whether the request needs a new connection.
  var wantsNewConnection: Bool {
    switch work {
    case .answer: false
    case .download(let request, _, _): request.wantsNewConnection
    }
  }

  /// Whether a server error may be an outage of the host.
  var waitsOutErrors: Bool {
    switch work {
    case .answer: false
    case .download(let request, _, _): request.waitsOutErrors
    }
  }

  /// Makes the receiver of the body, on the engine's thread when the job starts.
  func makeReceiver(_ complete: CompleteParts) -> any BodyReceiver {
    switch work {
    case .answer(let request, let reply): return AnswerReceiver(request, redaction, reply: reply)
    case .download(let request, let progress, let reply):
      return PartReceiver(
        request, redaction, complete: complete, progress: progress, reply: reply)
    }
  }

  /// Whether the address of the request and another one contain secrets of the request, as after a redirect by
  /// a server that repeats the query.
  func givesSecret(to other: Address) -> Bool {
    guard !work.secrets.isEmpty else { return false }
    let redaction = Redaction(work.secrets)
    return [address.url, other.url].allSatisfy { redaction.redact($0) != $0 }
  }

  /// Hides the secrets of the configuration and of the request.
  var redaction: Redaction { engineRedaction.adding(work.secrets) }

  /// Fails a job that has no receiver.
  func fail(_ fault: Fault) { work.fail(error(fault, at: address)) }

  /// The error that the caller gets for a fault.
  func error(_ fault: Fault, at address: Address) -> TransferError {
    TransferError(fault, at: address.place, redacting: redaction)
  }
}
