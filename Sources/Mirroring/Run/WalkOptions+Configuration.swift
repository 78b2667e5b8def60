import Foundation
import MirrorCore

extension WalkOptions {
  init(_ configuration: MirrorConfiguration) {
    self.init(query: configuration.query)
    secrets = configuration.secrets
    size = configuration.size
    limit = configuration.limit
    jobs = configuration.jobs
    decoders = ProcessInfo.processInfo.activeProcessorCount
    thumbnailEdge = configuration.thumbnailEdge
    keepsUndecoded = configuration.keepsUndecoded
    attempts = configuration.attempts
    retriesOutages = configuration.retryTime > .zero
    isVerbose = configuration.isVerbose
  }
}
