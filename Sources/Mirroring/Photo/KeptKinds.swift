import Images
import ProviderKit

/// Which kinds of files are kept: those that are decoded, and so proven, and those that the provider or the
/// caller names.
struct KeptKinds: Sendable, Hashable {
  private let keepsUndecoded: Bool
  private let named: Set<String>

  init(_ configuration: MirrorConfiguration) {
    self.init(
      keepsUndecoded: configuration.keepsUndecoded, named: configuration.provider.manifest.formats)
  }

  /// - Parameter named: formats as `ImageFormat` writes them.
  init(keepsUndecoded: Bool, named: [String] = []) {
    self.keepsUndecoded = keepsUndecoded
    self.named = Set(named)
  }

  /// Why a file of this format is not kept; nil: it is.
  func refusal(of format: ImageFormat) -> String? {
    guard !format.isDecodable, !keepsUndecoded, !named.contains(format.rawValue) else { return nil }
    return
      "is a file of the kind \(format.rawValue), which is not decoded and so cannot be proven; "
      + "--keep-undecoded keeps such files"
  }
}
