/// Which formats are kept: those that are decoded, and so verified, and those that the provider or the caller
/// names.
package struct KeptFormats: Sendable, Hashable {
  private let keepsUndecoded: Bool
  private let named: Set<String>

  /// - Parameter named: Names of formats as ``MediaFormat/name``.
  package init(keepsUndecoded: Bool, named: [String] = []) {
    self.keepsUndecoded = keepsUndecoded
    self.named = Set(named)
  }

  /// Why a file of this format is not kept; nil if it is kept.
  func refusal(of format: MediaFormat) -> String? {
    guard !format.isDecodable, !keepsUndecoded, !named.contains(format.name) else { return nil }
    return "is a file of the format \(format.name), which cannot be checked by decoding"
  }
}
