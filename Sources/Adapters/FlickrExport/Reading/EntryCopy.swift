import Archives
import Glibc
import MirrorCore
import SystemCalls

/// Writes one entry into a new file, and the first bytes only after the caller has accepted them. Blocks.
struct EntryCopy {
  /// The first bytes that ``FileRequest/refusing`` gets.
  private static let sniffedBytes = 64
  private static let step = 256 << 10
  private static let mostReports = Duration.milliseconds(100)

  private let request: EntryExtractor.Request

  init(_ request: EntryExtractor.Request) { self.request = request }

  /// - Returns: The bytes written; the entry's length and CRC are proven.
  /// - Throws: ``ZipError`` for the archive, ``FetchError`` for everything else.
  func run(_ reader: ZipReader) throws -> Int64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 16)
    defer { buffer.deallocate() }
    var count = try fill(buffer, from: reader)
    if let reason = request.refusing?(Array(buffer[..<min(count, Self.sniffedBytes)])) {
      throw FetchError(.refused, reason)
    }
    let file = try create()
    defer { Glibc.close(file) }
    var written: Int64 = 0
    var reported = ContinuousClock.now
    while count > 0 {
      guard !request.isCancelled.withLock(\.self) else {
        throw FetchError(.other, "cancelled", isTransient: true)
      }
      try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
      written += Int64(count)
      // libarchive ends an entry at its stated length; more would be an error in it.
      guard written <= request.place.size else {
        throw ZipError("an entry is longer than its archive's directory states")
      }
      if ContinuousClock.now - reported >= Self.mostReports {
        reported = .now
        request.progress(FileProgress(received: written, expected: request.place.size))
      }
      count = try fill(buffer, from: reader)
    }
    guard written == request.place.size else {
      throw ZipError("an entry is shorter than its archive's directory states")
    }
    return written
  }

  /// Reads as many bytes as fit, so that the first call has enough of them to recognise a format.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from reader: ZipReader
  ) throws(ZipError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// A new file in place of an unfinished one, with its state: a download of the same photo may have left them.
  private func create() throws(FetchError) -> Int32 {
    for path in [request.path + ".json", request.path] {
      guard LinkFree.unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
    }
    let file = LinkFree.open(
      request.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { throw failure("write", request.path) }
    return file
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(FetchError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(file, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write", request.path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  private func failure(_ doing: String, _ path: String) -> FetchError {
    let code = errno
    let error = MirrorError.file(doing, path, errno: code)
    return FetchError(
      .local(isOfRun: MirrorError.isFatal(errno: code)), error.message, stop: error)
  }
}
