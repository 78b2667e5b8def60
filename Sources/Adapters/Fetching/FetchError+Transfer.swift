import MirrorCore
import Transfer

extension FetchError {
  init(_ error: TransferError) {
    self.init(
      Kind(error.kind), error.message, reason: error.reason, isTransient: error.isTransient,
      isOutage: error.isOutage, isRedirected: error.isRedirected,
      retryAfter: error.retryAfter, host: error.host, cause: error.cause, stop: MirrorError(error))
  }
}

extension FetchError.Kind {
  fileprivate init(_ kind: TransferError.Kind) {
    self =
      switch kind {
      case .status(let code): .status(code)
      case .refused: .refused
      case .privateAddress: .privateAddress
      case .truncated: .truncated
      case .inconsistent, .corrupted: .inconsistent
      case .hostDown: .hostDown
      case .hostBusy: .hostBusy
      case .proxy: .proxy
      case .localFile(let code): .local(isOfRun: MirrorError.isFatal(errno: code))
      default: .other
      }
  }
}

extension MirrorError {
  package init(_ error: TransferError) {
    switch error.kind {
    case .localFile(let code): self = .directory(error.message, .system(errno: code))
    case .tls: self = .source(error.message, .certificate)
    case .proxy: self = .source(error.message, .proxy)
    case .hostBusy: self = .source(error.message, .hostBusy)
    default:
      let isPassing = error.isTransient || error.kind == .hostDown
      self = .source(error.message, isPassing ? .passing : .other)
    }
  }
}
