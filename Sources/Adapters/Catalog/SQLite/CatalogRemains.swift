import Glibc
import SystemCalls

/// What is there of a catalog's file, as its size and its first bytes tell.
///
/// This program never leaves an empty or a shorter file: a new catalog gets its name when it is complete. A crash of the
/// machine, a full disk or another program does.
package enum CatalogRemains: Sendable, Hashable {
  case missing
  /// It has no byte.
  case empty
  /// It is shorter than its first bytes say.
  case cut
  /// Whatever else it has, which is checked when it is opened.
  case file

  /// Blocks.
  package init(at path: String) { self = CatalogFile(path: path).remains }

  /// - Parameters:
  ///   - size: Of the file, in bytes; nil if it is missing.
  ///   - start: Its first bytes.
  ///   - hasLog: Whether pages may be in its log.
  init(size: Int64?, start: [UInt8], hasLog: Bool) {
    guard let size else {
      self = .missing
      return
    }
    if size == 0 {
      self = .empty
    } else if start.count < DatabaseHeader.byteCount {
      self = DatabaseHeader.isBegun(by: start) ? .cut : .file
    } else if !hasLog, let whole = DatabaseHeader(start)?.databaseSize, size < whole {
      self = .cut
    } else {
      self = .file
    }
  }
}

extension CatalogFile {
  fileprivate var remains: CatalogRemains {
    guard let status = FileStatus(linkFree: path) else { return .missing }
    guard status.isRegular, let file = descriptor(of: path, O_RDONLY) else { return .file }
    let start = Self.start(of: file)
    // In this order: a writer that ends meanwhile completes the file before it removes its log.
    let hasLog = !hasNoLog
    let remains = CatalogRemains(
      size: FileStatus(of: file)?.size, start: start, hasLog: hasLog)
    return Self.start(of: file) == start ? remains : .file
  }

  private static func start(of file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: DatabaseHeader.byteCount)
    let count = pread(file, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
