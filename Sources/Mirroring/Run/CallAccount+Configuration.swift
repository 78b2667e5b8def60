import Digests
import Foundation
import MirrorCore

extension CallAccount {
  /// As many bits as tell the few keys of a mirror apart. Of a key of 128 bits they leave 112 untold,
  /// and a guess at a weaker secret unproven. Keys that fall together share their calls, which only
  /// takes longer. A salt would lie in the same file, and so keep nothing from whoever reads it.
  private static let keyBits = 16

  /// Whom the site counts the calls of a run to.
  init(_ configuration: MirrorConfiguration) {
    // A request that cannot be described is the first call's failure, not this one's.
    let request = try? configuration.provider.pageRequest(for: configuration.query)
    let host = request.flatMap { URL(string: $0.url)?.host() } ?? ""
    let secrets = configuration.secrets.sorted { $0.key < $1.key }.map(\.value)
    let digest = DigestAlgorithm.sha256.hex(of: Array(secrets.joined(separator: "\0").utf8))
    self.init(
      host: host.lowercased(),
      keyDigest: secrets.isEmpty ? "" : String(digest.prefix(Self.keyBits / 4)))
  }
}
