import MirrorCore
import Testing

@testable import PhotomirrorCommand

@Suite("The frame of a command's task")
struct TaskFrameTests {
  private let context = CommandContext(environment: [:])

  @Test("An interrupted task says how far it came, that it was interrupted, and what continues it")
  func interrupted() async throws {
    let frame = TaskFrame(context)
    let status = try await frame.run { frame in
      frame.reach { TaskEnd(["renamed 3 photos"], hints: ["hint: look at them"]) }
      throw CancellationError()
    }
    #expect(status == .interrupted)
    let end = frame.interruption()
    #expect(
      end.lines == [
        "renamed 3 photos", "interrupted", "hint: run the same command again to continue",
      ])
    #expect(end.hints == ["hint: look at them"] && end.status == .interrupted)
  }

  @Test("A task that nothing continues has no hint when it is interrupted")
  func ended() {
    #expect(TaskFrame(context, hint: nil).interruption().lines == ["interrupted"])
  }

  @Test("An error of a mirror is one of the command, and a closed output is none")
  func errors() async throws {
    let frame = TaskFrame(context)
    let failure = await #expect(throws: CommandFailure.self) {
      try await frame.run { _ in throw MirrorError.source("it is gone") }
    }
    #expect(failure?.status == .sourceFailed)
    #expect(try await frame.run { _ in throw ReaderLeft() } == .success)
    #expect(try await frame.run { _ in TaskEnd(isWhole: false) } == .somePhotosFailed)
  }
}
