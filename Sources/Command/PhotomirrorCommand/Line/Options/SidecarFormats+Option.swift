import MirrorCore

extension ValueKind<[SidecarFormat]> {
  /// The value of `--sidecar`.
  static let sidecars = ValueKind(
    "xmp,json|none", takes: "xmp, json, 'xmp,json' or none",
    text: { $0.isEmpty ? "none" : $0.map(\.rawValue).joined(separator: ",") }, value: formats)

  private static func formats(_ text: String) -> [SidecarFormat]? {
    guard text != "none" else { return [] }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let formats = words.compactMap { SidecarFormat(rawValue: String($0)) }
    return formats.count == words.count ? SidecarFormat.allCases.filter(formats.contains) : nil
  }
}
