import Foundation
import SystemCalls

/// The state beside a part file, which a later request needs to resume it.
///
/// A part with a state holds a prefix of the described body; a part without one is useless. Written
/// some time after the first bytes, and never changed.
package struct ResumeState: Sendable, Equatable, Codable {
  /// The requested address. That after redirects is not stored: it may contain a signature.
  package var url: String
  /// Length of the complete body; nil if unknown.
  package var total: Int64?
  /// The version of the body that the part is a prefix of; a request to resume sends it in If-Range.
  package var validator: Validator
  /// MD5 of the complete body as lower-case hexadecimal; nil if not promised.
  package var md5: String?
  /// The boot in which the part was written: after a crash, bytes of an earlier one may be missing
  /// whatever the file's size says.
  package var bootID: String
  /// The response's headers among `rememberedHeaders`.
  package var headers: [HTTPHeader]

  /// Headers that describe the body rather than the transfer.
  package static let rememberedHeaders: Set<String> = [
    "content-type", "content-md5", "etag", "last-modified", "x-ttdb-l", "origintype", "imagewidth",
    "imageheight",
  ]

  /// A shorter body is cheaper to download again than a state is to write.
  package static let smallestWorthwhile: Int64 = (16 << 10) + 1

  /// The state for a response; nil if its body cannot be resumed.
  ///
  /// - Parameter total: length of the complete body; nil if unknown.
  init?(
    url: String, head: ResponseHead, total: Int64?, md5: String?, bootID: String
  ) {
    guard let validator = Validator(head), total.map({ $0 >= Self.smallestWorthwhile }) ?? true,
      ContentCoding(head) == .plain, !Self.refusesRanges(head)
    else { return nil }
    self.url = url
    self.total = total
    self.validator = validator
    self.md5 = md5
    self.bootID = bootID
    headers = head.headers.filter { Self.rememberedHeaders.contains($0.name) }
  }

  /// `Accept-Ranges: none` (RFC 9110 14.3). Its absence means nothing.
  private static func refusesRanges(_ head: ResponseHead) -> Bool {
    head.headers.first("accept-ranges")?.lowercased() == "none"
  }
}

/// The state as a file.
extension ResumeState {
  private static let maximumBytes = 64 << 10

  /// Path of a part's state.
  package static func path(besidePart partPath: String) -> String { partPath + ".json" }

  /// Reads the state beside a part; nil if none or it is invalid.
  package static func read(besidePart partPath: String) -> ResumeState? {
    guard let bytes = readFile(at: path(besidePart: partPath), atMost: maximumBytes) else {
      return nil
    }
    let state = try? JSONDecoder().decode(ResumeState.self, from: Data(bytes))
    return state.flatMap { $0.validator.isPossible ? $0 : nil }
  }

  /// Writes the state beside a part; false if there is one already.
  ///
  /// Not synced: `bootID` reveals a crash.
  @discardableResult
  func write(besidePart partPath: String) throws(Fault) -> Bool {
    let path = Self.path(besidePart: partPath)
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](JSONEncoder().encode(self))
    } catch {
      throw Fault(.localFile(errno: EINVAL), "cannot describe \(path)")
    }
    let descriptor = LinkFree.open(
      path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno != EEXIST else { return false }
      throw Fault.system(errno, "cannot create \(path)")
    }
    defer { close(descriptor) }
    do {
      try writeAll(bytes, to: descriptor, at: 0, path: path)
    } catch {
      LinkFree.unlink(path)
      throw error
    }
    return true
  }

  /// The id of this boot (Linux: random at each boot, proc(5)).
  static let currentBootID: String = {
    let bytes = readFile(at: "/proc/sys/kernel/random/boot_id", atMost: 64) ?? []
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }()
}
