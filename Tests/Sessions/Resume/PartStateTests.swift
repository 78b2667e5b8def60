import Foundation
import TestSupport
import Testing

@Suite("A part file of an earlier run")
struct PartStateTests {
  /// Changes to parts and to their states between two runs.
  enum Damage: CaseIterable {
    case none, stateEmptied, stateCut, stateOfNonsense, stateGone, partEmptied, partGone,
      partTooLong

    /// Whether a part can still be resumed.
    var isHarmless: Bool { self == .none }
  }

  private static let photos = ["--photos", "8", "--pictures", "8"]

  /// A mirror of 8 photos that was killed in the middle of their bodies, and its parts. The site
  /// stalls in each body until then, so that the kill arrives in time; afterwards it behaves.
  private func killed() async throws -> (command: MirrorCommand, parts: [String]) {
    let stalling = try await ServerProcess(Self.photos + ["--faults", "stall=1"])
    var command = try MirrorCommand(stalling, options: ["--size", "Large"])
    let run = try await command.run(until: .trace(.remembered, count: 4), SIGKILL)
    #expect(run.status == .killed(signal: SIGKILL))
    try await command.restartServer(Self.photos)
    let folder = command.directory.appending(".photomirror/parts")
    let parts = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".part") && FileManager.default.fileExists(atPath: "\(folder)/\($0).json")
    }
    try #require(!parts.isEmpty)
    return (command, parts.map { folder + "/" + $0 })
  }

  @Test(
    "A part is resumed only if unchanged; the photos are always right",
    arguments: Damage.allCases)
  func damage(_ damage: Damage) async throws {
    let (command, parts) = try await killed()
    for part in parts { try damage.apply(to: part) }
    let stats = try await command.traffic()
    #expect((stats.partialAnswers > 0) == damage.isHarmless)
    #expect(try await command.straightFiles().differences(from: command.files) == [])
  }

  @Test("A part of another size's address is never resumed")
  func otherAddress() async throws {
    let (killed, _) = try await killed()
    var command = killed
    command.options = ["--size", "800"]
    #expect(try await command.traffic().partialAnswers == 0)
    #expect(try await command.straightFiles().differences(from: command.files) == [])
  }
}

extension PartStateTests.Damage {
  func apply(to part: String) throws {
    let state = part + ".json"
    switch self {
    case .none: return
    case .stateEmptied: try write(Data(), state)
    case .stateCut: try write(Data(contentsOf: URL(fileURLWithPath: state)).dropLast(20), state)
    case .stateOfNonsense: try write(Data("{\"url\":7,\"total\":-1}".utf8), state)
    case .stateGone: try FileManager.default.removeItem(atPath: state)
    case .partEmptied: try write(Data(), part)
    case .partGone: try FileManager.default.removeItem(atPath: part)
    case .partTooLong: try write(Data(count: 2 << 20), part)
    }
  }

  private func write(_ data: Data, _ path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }
}
