import MirrorCore

extension Catalog {
  /// How many mirrored photos of each source have their size for which reason; photos without a known reason
  /// are left out.
  package func sizeReasons() throws(CatalogError) -> [Int64: [SizeReason: Int]] {
    let rows = try database.rows(
      """
      SELECT source, reason.text, count(*)
      FROM file JOIN photo ON photo.id = file.photo JOIN term AS reason ON reason.id = file.size_reason
      WHERE is_mirrored = 1 GROUP BY source, reason.text
      """
    ) { ($0.integer(0), SizeReason(rawValue: $0.text(1) ?? ""), Int($0.integer(2))) }
    var reasons: [Int64: [SizeReason: Int]] = [:]
    for case (let source, let reason?, let count) in rows {
      reasons[source, default: [:]][reason, default: 0] += count
    }
    return reasons
  }
}
