import SystemCalls

/// The user's key that tells the records of galleries which the user's runs wrote from forged ones: 32 random bytes in
/// `gallery.key` of the state folder, which only the user can read. All functions block.
enum GalleryKey {
  private static let length = 32

  /// Makes the key if there is none. Call before the process is restricted. A failure shows when it is read.
  static func make(in environment: [String: String]) {
    guard let path = path(environment), FileStatus(of: path) == nil else { return }
    StateFolder.make(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    guard let draft = try? FileDraft(of: path, mode: 0o600) else { return }
    defer { draft.discard() }
    do {
      try SmallFile.write(bytes, to: draft.descriptor)
      // Of two processes that begin together, one makes it.
      try draft.claim()
    } catch {}
  }

  /// Nil if there is none, or if others may have read or written it.
  static func read(in environment: [String: String]) -> [UInt8]? {
    guard let path = path(environment),
      let file = try? SmallFile(path, atMost: length, followsLinks: false),
      file.isWhole, file.status.isPrivate, file.bytes.count == length
    else { return nil }
    return file.bytes
  }

  private static func path(_ environment: [String: String]) -> String? {
    StateFolder.path("gallery.key", environment)
  }
}
