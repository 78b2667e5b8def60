import MirrorCore
import Mirroring
import ProviderKit

extension ValueKind<Set<PhotoDetails.Part>> {
  /// The value of `--with`.
  static let details = ValueKind(
    "PARTS", text: { $0.isEmpty ? "none" : $0.map(\.rawValue).sorted().joined(separator: ",") },
    parse: { given, label throws(UsageError) in
      if let parts = parts(given) { return parts }
      throw UsageError(
        "\(label) takes \(names.joined(separator: ", ")), several with commas between them, all or "
          + "none, not '\(given)'", hints: NearestName.hint(given, among: names + ["all", "none"]))
    })

  private static let names = PhotoDetails.Part.allCases.map(\.rawValue)

  private static func parts(_ text: String) -> Set<PhotoDetails.Part>? {
    switch text {
    case "none": return []
    case "all": return Set(PhotoDetails.Part.allCases)
    default:
      let words = text.split(separator: ",", omittingEmptySubsequences: false)
      let parts = words.compactMap { PhotoDetails.Part(rawValue: String($0)) }
      return parts.count == words.count ? Set(parts) : nil
    }
  }
}

extension MirrorOptions {
  /// - Throws: ``UsageError`` for details that the provider cannot request.
  func checkDetails(against manifest: Manifest) throws(UsageError) {
    let unknown = walk.details.subtracting(manifest.details).map(\.rawValue).sorted()
    guard !unknown.isEmpty else { return }
    let known = manifest.details.map(\.rawValue)
    throw UsageError(
      "\(manifest.name) cannot request \(unknown.joined(separator: ", ")) of a photo",
      hints: known.isEmpty ? [] : ["it can request \(known.joined(separator: ", "))"])
  }
}
