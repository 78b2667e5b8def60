/// What a file is that stands where a photo's should, by the digest that its sidecar has of the mirrored file. Pure.
package enum FileVerdict: Sendable, Hashable {
  /// It is the recorded file, or nothing tells that the record is wrong.
  case recorded
  /// It is the file that was mirrored.
  case mirrored
  /// Nothing says that it has the bytes that were mirrored.
  case unproven
  /// It has other bytes than the mirrored file, which had this digest.
  case changed(from: String)

  /// Whether the file has other bytes than the mirrored one.
  var isChange: Bool {
    if case .changed = self { true } else { false }
  }

  /// A file without a record.
  /// - Parameters:
  ///   - sha256: Of the file.
  ///   - sidecar: The digest in its sidecar; nil if it has none.
  package init(of sha256: String, sidecar: String?) {
    switch sidecar {
    case sha256: self = .mirrored
    case let mirrored?: self = .changed(from: mirrored)
    case nil: self = .unproven
    }
  }

  /// A file whose record may be older than the file.
  /// - Parameters:
  ///   - sha256: Of the file; nil if it is no whole picture.
  ///   - sidecar: The digest in its sidecar; nil if it has none.
  ///   - recorded: The digests with which the file is right: the mirrored one's, and one that the user accepted.
  ///   - isNewer: Whether the file was written after it was recorded.
  package init(of sha256: String?, sidecar: String?, recorded: Set<String>, isNewer: Bool) {
    if let sha256, recorded.contains(sha256) {
      self = .recorded
    } else if let sidecar, !recorded.contains(sidecar) {
      self = sidecar == sha256 ? .mirrored : .changed(from: sidecar)
    } else if sha256 != nil, sidecar == nil, isNewer {
      self = .unproven
    } else {
      self = .recorded
    }
  }
}
