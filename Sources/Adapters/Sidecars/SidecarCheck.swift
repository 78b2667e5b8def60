import MirrorCore

/// Compares a sidecar with the photo to which it belongs.
package enum SidecarCheck {
  private static let identifier = XMPName("http://purl.org/dc/elements/1.1/", "identifier")

  /// What is wrong with a sidecar, as a sentence in lower case without a period; nil if nothing. Another program may
  /// have written it again, and left the photo's id out.
  /// - Parameter photo: The id of the photo at its site.
  package static func flaw(
    in bytes: [UInt8], as format: SidecarFormat, ofPhoto photo: String
  ) -> String? {
    do throws(SidecarError) {
      let id =
        switch format {
        case .xmp: try identifier(ofXMP: bytes)
        case .json: try JSONMerge.members(of: bytes)["id"] as? String
        }
      guard let id, id != photo else { return nil }
      return "it is of the photo \(id)"
    } catch {
      return error.reason
    }
  }

  /// The id in an identifier `PROVIDER:ID`, as this program writes it.
  private static func identifier(ofXMP bytes: [UInt8]) throws(SidecarError) -> String? {
    let property = try XMPLayout(of: bytes).all(identifier).first
    let parts = property?.node.text.split(separator: ":", maxSplits: 1)
    return parts?.count == 2 ? parts.map { String($0[1]) } : nil
  }
}
