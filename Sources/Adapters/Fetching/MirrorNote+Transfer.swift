import MirrorCore
import Transfer

extension MirrorNote {
  init(_ note: TransferNote) {
    self =
      switch note {
      case .asks(let url, let offset): .requested(url: url, offset: offset)
      case .answered(let url, let status, let bytes, let exchange):
        .answered(
          url: url, status: status, byteCount: bytes, duration: exchange.total,
          httpVersion: exchange.httpVersion)
      case .failed(let message): .attemptFailed(message)
      case .paused(let host, let pause, let reason): .hostPaused(host, pause, reason: reason)
      case .offline(let host, let pause, let reason): .hostOffline(host, pause, reason: reason)
      case .limited(let host, let width): .hostLimited(host, width: width)
      case .gaveUp(let host, let reason): .hostGivenUp(host, reason: reason)
      }
  }
}
