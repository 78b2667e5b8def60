import Foundation

/// What is remembered beside a part file, so that a later request can go on where it ends.
///
/// A part with a state holds a prefix of the body that the state describes; a part without one holds
/// nothing of use. It is written some time after the first bytes, and never changed.
package struct ResumeState: Sendable, Equatable, Codable {
  /// What was asked for.
  package var url: String
  /// Where it was found.
  package var effectiveURL: String
  /// Length of the whole body, where it was told.
  package var total: Int64?
  package var validator: Validator
  /// MD5 of the whole body in lower-case hexadecimal, where the server promised it.
  package var md5: String?
  /// The system's run in which the part was written: what another one left was perhaps never
  /// written out, whatever the file's size says.
  package var bootID: String
  /// Those of `rememberedHeaders` that the response had.
  package var headers: [HTTPHeader]

  /// The fields that describe the body rather than the exchange.
  package static let rememberedHeaders: Set<String> = [
    "content-type", "content-md5", "etag", "last-modified", "x-ttdb-l", "origintype", "imagewidth",
    "imageheight",
  ]

  /// A shorter body costs less to fetch again than a second file costs to write.
  package static let smallestWorthwhile: Int64 = (16 << 10) + 1

  /// The state of the response's body; nil where there is nothing to resume with.
  ///
  /// - Parameter total: the length of the whole body, where it was told.
  init?(
    url: String, effectiveURL: String, head: ResponseHead, total: Int64?, md5: String?,
    bootID: String
  ) {
    guard let validator = Validator(head), total.map({ $0 >= Self.smallestWorthwhile }) ?? true,
      head.contentEncoding == nil, !Self.refusesRanges(head)
    else { return nil }
    self.url = url
    self.effectiveURL = effectiveURL
    self.total = total
    self.validator = validator
    self.md5 = md5
    self.bootID = bootID
    headers = head.headers.filter { Self.rememberedHeaders.contains($0.name) }
  }

  /// `Accept-Ranges: none` (RFC 9110 14.3). Its absence says nothing.
  private static func refusesRanges(_ head: ResponseHead) -> Bool {
    head.headers.first("accept-ranges")?.lowercased() == "none"
  }
}

/// The state as a file.
extension ResumeState {
  private static let maximumBytes = 64 << 10

  /// Where the state of a part lies.
  package static func path(besidePart partPath: String) -> String { partPath + ".json" }

  /// The state beside a part; nil where there is none that can be read and understood.
  package static func read(besidePart partPath: String) -> ResumeState? {
    guard let bytes = readFile(at: path(besidePart: partPath), atMost: maximumBytes) else {
      return nil
    }
    let state = try? JSONDecoder().decode(ResumeState.self, from: Data(bytes))
    return state.flatMap { $0.validator.isPossible ? $0 : nil }
  }

  /// Writes the state beside a part that has none; false where there is one.
  ///
  /// Not synced: what a power cut leaves is told by `bootID`.
  @discardableResult
  func write(besidePart partPath: String) throws(Fault) -> Bool {
    let path = Self.path(besidePart: partPath)
    let bytes: [UInt8]
    do {
      bytes = try [UInt8](JSONEncoder().encode(self))
    } catch {
      throw Fault(.localFile(errno: EINVAL), "cannot describe \(path)")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno != EEXIST else { return false }
      throw Fault.system(errno, "cannot create \(path)")
    }
    defer { close(descriptor) }
    do {
      try writeAll(bytes, to: descriptor, at: 0, path: path)
    } catch {
      unlink(path)
      throw error
    }
    return true
  }

  /// Which run of the system this is (Linux: random at each boot, proc(5)).
  static let currentBootID: String = {
    let bytes = readFile(at: "/proc/sys/kernel/random/boot_id", atMost: 64) ?? []
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }()
}
