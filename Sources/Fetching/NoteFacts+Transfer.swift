import MirrorCore
import Transfer

extension TransferNote {
  /// Whether it is about more than one request.
  var isDecision: Bool {
    switch self {
    case .paused, .offline, .gaveUp, .limited: true
    case .asks, .answered, .failed: false
    }
  }
}

extension NoteFacts {
  /// A pause that nobody would notice is a detail.
  private static let noticeable = Duration.seconds(5)

  init(_ note: TransferNote) {
    switch note {
    case .asks(let url, let offset):
      let place = offset > 0 ? " from byte \(offset) on" : ""
      self.init("GET \(url)\(place)", isDetail: true)
    case .answered(let url, let status, let bytes, let exchange):
      let milliseconds = Int(exchange.total / .milliseconds(1))
      self.init(
        "\(status) \(url): \(bytes) bytes in \(milliseconds) ms (HTTP/\(exchange.httpVersion))",
        isDetail: true)
    case .failed(let message):
      self.init("failed: \(message)", isDetail: true)
    case .paused(let host, let pause, let reason):
      let seconds = Int((pause / .seconds(1)).rounded(.up))
      self.init(
        "\(host) is left alone for \(seconds) s: \(reason)", isDetail: pause < Self.noticeable)
    case .offline(let host, let pause, let reason):
      let seconds = Int((pause / .seconds(1)).rounded(.up))
      self.init(
        "\(host) is offline, next try in \(seconds) s: \(reason)",
        isDetail: pause < Self.noticeable)
    case .limited(let host, let width):
      self.init("\(host) gets at most \(width) transfers at once", isDetail: true)
    case .gaveUp(let host, let reason):
      self.init("\(host) is given up: \(reason)", isDetail: false)
    }
  }
}
