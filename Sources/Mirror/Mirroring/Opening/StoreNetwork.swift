import Foundation
import MirrorCore
import Transfer

/// How a store is reached.
struct StoreNetwork: Sendable {
  var requests = 16
  var attempts = 5
  var authorityFile: String?
  var outage = Duration.seconds(600)
  var userAgent = "photomirror/\(MirrorOptions.version)"
  var isVerbose = false
  var whenStuck: (@Sendable (String) -> Void)?

  init() {}

  init(_ options: MirrorOptions, whenStuck: (@Sendable (String) -> Void)? = nil) {
    // A photo is up to three objects: itself, its thumbnail and its sidecar.
    requests = max(16, 3 * options.walk.mostJobs)
    attempts = options.attempts
    authorityFile = options.authorityFile
    outage = options.retryTime
    userAgent = options.userAgent
    isVerbose = options.isVerbose
    self.whenStuck = whenStuck
  }

  func configuration() throws(MirrorError) -> TransferConfiguration {
    var transfer = TransferConfiguration()
    transfer.width = requests
    transfer.widthPerHost = requests
    transfer.userAgent = userAgent
    transfer.authorityFile = authorityFile
    transfer.hostLimits.probes = attempts
    transfer.hostLimits.outage = outage
    transfer.onStuck = whenStuck
    do {
      transfer.proxies = try Proxies(environment: ProcessInfo.processInfo.environment)
    } catch {
      throw .directory(error.message, .store)
    }
    transfer.secrets = transfer.proxies.secrets
    return transfer
  }
}
