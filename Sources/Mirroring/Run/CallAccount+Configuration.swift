import Digests
import Foundation
import MirrorCore

extension CallAccount {
  /// Enough bits to distinguish the few keys of a mirror. They leave 112 bits of a 128-bit key unknown, and
  /// cannot confirm a guess at a weaker secret. Keys with the same digest share their calls, which only takes
  /// longer. A salt would be stored in the same file, and so would not protect against its readers.
  private static let keyBits = 16

  /// The account that the site counts the calls of a run for.
  init(_ configuration: MirrorConfiguration) {
    // A request that cannot be described fails at the first call, not here.
    let request = try? configuration.provider.pageRequest(for: configuration.query)
    let host = request.flatMap { URL(string: $0.url)?.host() } ?? ""
    let secrets = configuration.secrets.sorted { $0.key < $1.key }.map(\.value)
    let digest = DigestAlgorithm.sha256.hex(of: Array(secrets.joined(separator: "\0").utf8))
    self.init(
      host: host.lowercased(),
      keyDigest: secrets.isEmpty ? "" : String(digest.prefix(Self.keyBits / 4)))
  }
}
