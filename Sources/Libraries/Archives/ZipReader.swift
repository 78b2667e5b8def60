import Glibc
import Sandbox
import SystemCalls

/// Reads a ZIP archive entry by entry as a stream, with libarchive (archive_read(3)) in a process without rights
/// (``ArchiveHost``), so that a fault of libarchive costs one archive.
///
/// The archive must have its directory, which is at its end: a truncated archive is refused when it
/// is opened, before an entry is read. libarchive checks the length and the CRC of each entry that
/// is read to its end. Not thread-safe: one owner, whose thread it blocks.
package final class ZipReader {
  /// The directory's record of an entry.
  package struct Entry: Sendable, Hashable {
    /// As in the archive; not to be used as a path.
    package let name: String
    /// Bytes after decompression; nil if not stated.
    package let size: Int64?
    /// Whether this is a file, and not a folder, link or device.
    package let isFile: Bool
    /// Whether its bytes are encrypted, so that they cannot be read without a password.
    package let isEncrypted: Bool
  }

  /// Bytes of a process: libarchive keeps the directory of an archive.
  private static let memory = 1 << 30
  /// CPU time and time of one answer in seconds.
  private static let seconds = 60.0
  private static let timeout = 300.0
  private static let block = 256 << 10

  /// Starts the processes of all archives; it is started with the first one.
  private static let server = Result { () throws(HelperProgram.Failure) in
    try ForkServer(.archive, niceness: 0, memory: memory)
  }

  /// The file's name without its folders, for messages.
  private let name: String
  private let process: HelperProcess

  /// - Throws: ``ZipError`` if the file cannot be opened or is not a complete ZIP archive.
  package init(path: String) throws(ZipError) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    self.name = name
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw ZipError("\(path) cannot be read: \(SystemError().reason)") }
    defer { close(file) }
    do throws(ProcessChannel.Broken) {
      switch Self.server {
      case .success(let server): process = try HelperProcess(of: server)
      case .failure(let failure): throw .init(reason: failure.reason)
      }
      guard case .failed(let reason) = try Self.ask(.open, process, file) else { return }
      throw .init(reason: reason)
    } catch {
      throw Self.unreadable(name, error.reason)
    }
  }

  /// Moves to the next entry, whether or not the current one was read; nil at the end.
  package func next() throws(ZipError) -> Entry? {
    switch try answer(to: .next) {
    case .entry(let entry): return entry
    case .done: return nil
    case .failed(let reason): throw failure("its directory is damaged", reason)
    case .bytes: throw failure("its directory is damaged", "invalid answer")
    }
  }

  /// Reads the next bytes of the current entry.
  /// - Returns: Their number; 0 at the end, after the length and the CRC are verified.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ZipError) -> Int {
    switch try answer(to: .read(buffer.count)) {
    case .bytes(let bytes) where bytes.count <= buffer.count:
      buffer.copyBytes(from: bytes)
      return bytes.count
    case .failed(let reason): throw failure("is damaged", reason)
    default: throw failure("is damaged", "invalid answer")
    }
  }

  /// The current entry's bytes.
  /// - Throws: ``ZipError`` if there are more than `limit`.
  package func bytes(limit: Int) throws(ZipError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.block, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = try read(into: buffer)
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else {
        throw ZipError("\(name): an entry has more than \(limit) bytes")
      }
      bytes += buffer[..<count]
    }
  }

  private func answer(to request: ArchiveRequest) throws(ZipError) -> ArchiveAnswer {
    do throws(ProcessChannel.Broken) {
      return try Self.ask(request, process)
    } catch {
      throw failure("cannot be read", error.reason)
    }
  }

  private static func ask(
    _ request: ArchiveRequest, _ process: HelperProcess, _ file: Int32 = -1
  ) throws(ProcessChannel.Broken) -> ArchiveAnswer {
    try process.exchange(seconds: seconds) { channel throws(ProcessChannel.Broken) in
      try channel.send(request.encode(), descriptor: file, within: timeout)
      guard let message = try channel.receive(atMost: ArchiveAnswer.mostBytes, within: timeout)
      else { throw .init(reason: "it ended") }
      guard let answer = try? ArchiveAnswer(message) else { throw .init(reason: "invalid answer") }
      return answer
    }
  }

  private func failure(_ what: String, _ reason: String) -> ZipError {
    ZipError("\(name) \(what)" + (reason.isEmpty ? "" : " (\(reason))"))
  }

  private static func unreadable(_ name: String, _ reason: String) -> ZipError {
    ZipError(
      "\(name) cannot be read as a ZIP archive; it may be truncated"
        + (reason.isEmpty ? "" : " (\(reason))"))
  }
}

/// Why an archive or an entry cannot be read.
package struct ZipError: Error, Sendable, Hashable {
  /// Names the archive; a clause in lower case without a period.
  package let message: String

  package init(_ message: String) { self.message = message }
}
