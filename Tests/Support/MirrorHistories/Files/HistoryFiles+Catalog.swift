import Foundation

/// The catalog.
extension HistoryFiles {
  /// Loses the mirror's catalog.
  package func lose(_ loss: CatalogLoss) throws {
    guard let root = paths[.mirror] else { return }
    let catalog = root + "/.photomirror/catalog.sqlite"
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: catalog + suffix) }
    guard let bytes = FileManager.default.contents(atPath: catalog) else { return }
    let rest: Data? =
      switch loss {
      case .deleted: nil
      case .emptied: Data()
      case .cut: bytes.prefix(bytes.count / 2)
      case .overwritten: Data(bytes.indices.map { UInt8(truncatingIfNeeded: $0 &* 167 >> 3) })
      }
    guard let rest else { return try FileManager.default.removeItem(atPath: catalog) }
    try rest.write(to: URL(filePath: catalog))
  }
}
