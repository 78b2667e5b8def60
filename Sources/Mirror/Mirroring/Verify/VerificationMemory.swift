import Foundation
import LocalFiles

/// The state of an interrupted verification, in the file `.photomirror/verification.json`. A mirror that cannot
/// be written to keeps none. Blocks.
struct VerificationMemory: Sendable {
  struct State: Codable, Sendable {
    /// A full and a quick verification do not resume each other.
    let isQuick: Bool
    /// The last photo before which every photo was checked.
    let photo: Int64
    let counts: Verification.Counts
  }

  /// A kill costs at most the files of this time.
  private static let interval = Duration.seconds(2)
  private static let name = "verification.json"

  private let directory: MirrorDirectory
  private let isQuick: Bool
  private var written = ContinuousClock.now
  private var isDue: Bool { ContinuousClock.now - written >= Self.interval }

  init(of verification: Verification) {
    directory = verification.mirror.directory
    isQuick = verification.options.isQuick
  }

  /// Nil if no verification of this kind was interrupted.
  func read() -> State? {
    guard let data = directory.stateFile(Self.name),
      let state = try? JSONDecoder().decode(State.self, from: Data(data)), state.isQuick == isQuick
    else { return nil }
    return state
  }

  func write(_ counts: Verification.Counts, after photo: Int64, isUrgent: Bool) {
    guard isDue || isUrgent else { return }
    let state = State(isQuick: isQuick, photo: photo, counts: counts)
    guard let data = try? JSONEncoder().encode(state) else { return }
    directory.writeStateFile(Self.name, Array(data))
  }

  /// Call after each possible ``write(_:after:isUrgent:)``.
  mutating func noteTime() { if isDue { written = .now } }

  func remove() { directory.removeStateFile(Self.name) }
}
