import Images

/// What a file shows of a change besides its bytes, and what it is then.
///
/// An edit leaves another size or a later time, a failing disk neither, and a cut another size alone.
struct FileChange: Sendable, Hashable {
  /// The size of the file, compared with the recorded one.
  enum Size: Sendable { case same, smaller, larger }

  let size: Size
  /// Whether it shows that a program wrote it after it was stored.
  let isWritten: Bool

  init(_ size: Size, isWritten: Bool) { (self.size, self.isWritten) = (size, isWritten) }

  /// - Parameters:
  ///   - recorded: Bytes, and when the file was stored or accepted, in seconds since 1970.
  ///   - found: Bytes, and the time of the file.
  ///   - now: The present time. A time of the future is that of a camera or of a clock, and of no program that wrote the
  ///     file.
  init(
    recorded: (size: Int64, at: Int64), found: (size: Int64, at: Int64), now: Int64
  ) {
    let isLater = found.at > recorded.at.addingClamped(Self.slack)
    self.init(
      Size(found.size, recorded: recorded.size),
      isWritten: isLater && found.at <= now.addingClamped(Self.future))
  }

  /// Seconds: file systems and clocks of other machines round.
  private static let slack: Int64 = 2
  /// Seconds by which the clock of another machine may be ahead: a day.
  private static let future: Int64 = 86_400

  /// Whether a file may have been written since it was stored, and is read in a quick verification. A copy of the mirror
  /// has new times, and is read.
  static func isSuspicious(
    recorded: (size: Int64, at: Int64), found: (size: Int64, at: Int64)
  ) -> Bool {
    found.size != recorded.size || found.at > recorded.at.addingClamped(slack)
  }

  /// What a decode shows of a file.
  enum Decode: Sendable, Hashable {
    /// A picture up to its end.
    case whole
    /// A picture that may lack its end, or a file of which nothing is known: its format is not decoded here, or it is over
    /// a limit.
    case unproven
    /// No picture, or not all of it. The reason is a sentence in lower case without a period.
    case broken(String)
    /// Nothing, for this reason: the decoder was stopped, or the file cannot be read.
    case nothing(String)
  }

  /// What a file is.
  enum Verdict: Sendable, Hashable {
    case same, edited, rotten
    case damaged(String)
    case unreadable(String)
  }

  /// Tells what a file is.
  /// - Parameters:
  ///   - hasBytes: Whether its bytes are the recorded ones.
  ///   - isUnproven: Whether these were recorded without a decode.
  ///   - decode: Decodes the file; not called if the bytes tell enough.
  func verdict(hasBytes: Bool, isUnproven: Bool, decode: () -> Decode) -> Verdict {
    if hasBytes, !isUnproven { return .same }
    switch decode() {
    case .broken(let reason): return .damaged(reason)
    // It says nothing about the file, which a repair must not move away for that.
    case .nothing(let reason): return .unreadable(reason)
    case .whole where hasBytes, .unproven where hasBytes: return .same
    case .unproven where size == .smaller && !isWritten:
      return .damaged("its end is missing: it is shorter, and its time is the old one")
    case .whole, .unproven: return size == .same && !isWritten ? .rotten : .edited
    }
  }
}

extension FileChange.Size {
  init(_ size: Int64, recorded: Int64) {
    self = size == recorded ? .same : size < recorded ? .smaller : .larger
  }
}

extension FileChange.Decode {
  /// From a decode up to the last byte.
  init(_ result: Result<ImageProof, ImageError>) {
    switch result {
    case .success(let proof):
      // A codec warns of a missing end, and completes the picture.
      self = proof.isDecoded && proof.warnings.isEmpty ? .whole : .unproven
    case .failure(let error):
      switch error.kind {
      case .tooLarge: self = .unproven
      case .stopped: self = .nothing(error.message)
      default: self = .broken(error.message)
      }
    }
  }
}
