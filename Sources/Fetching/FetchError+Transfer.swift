import MirrorCore
import Transfer

extension FetchError {
  init(_ error: TransferError) {
    self.init(
      Kind(error.kind), error.message, reason: error.reason, isTransient: error.isTransient,
      isOutage: error.isOutage, retryAfter: error.retryAfter, stop: MirrorError(error))
  }
}

extension FetchError.Kind {
  fileprivate init(_ kind: TransferError.Kind) {
    self =
      switch kind {
      case .status(let code): .status(code)
      case .refused: .refused
      case .truncated: .truncated
      case .inconsistent: .inconsistent
      case .hostDown: .hostDown
      case .proxy: .proxy
      case .localFile(let code): .local(isOfRun: MirrorError.isFatal(errno: code))
      default: .other
      }
  }
}

extension MirrorError {
  package init(_ error: TransferError) {
    switch error.kind {
    case .localFile(let code): self = .directory(error.message, hint: Self.hint(errno: code))
    case .tls:
      self = .source(
        error.message, hint: "a certificate authority of your own is named with --ca-file")
    case .proxy:
      self = .source(
        error.message,
        hint: "http_proxy, https_proxy and all_proxy take http://USER:PASSWORD@HOST:PORT")
    default: self = .source(error.message, isPassing: error.isTransient || error.kind == .hostDown)
    }
  }
}
