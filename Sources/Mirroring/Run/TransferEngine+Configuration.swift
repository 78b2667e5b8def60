import ProviderKit
import Transfer

extension TransferEngine {
  static func of(_ configuration: MirrorConfiguration) throws(MirrorError) -> TransferEngine {
    var transfer = TransferConfiguration()
    transfer.width = configuration.jobs + 2
    transfer.widthPerHost = configuration.jobs + 2
    transfer.stallTimeout = configuration.stallTimeout
    transfer.userAgent = "photomirror/\(MirrorConfiguration.version)"
    do {
      return try TransferEngine(transfer)
    } catch {
      throw .source("the transfer engine cannot begin: \(error)")
    }
  }
}

extension SiteClient {
  init(_ configuration: MirrorConfiguration, engine: TransferEngine, announcer: Announcer) {
    self.init(
      provider: configuration.provider, query: configuration.query,
      secrets: configuration.secrets, engine: engine, attempts: configuration.attempts,
      announcer: announcer)
  }
}
