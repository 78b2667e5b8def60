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

  @Test("An error has the words and the exit status of its kind, wherever a command throws it")
  func failures() {
    let mirror = CommandFailure(of: MirrorError.source("it is gone"), about: "mirror 'a'")
    #expect(mirror.status == .sourceFailed && mirror.message.text == "it is gone")
    let usage = CommandFailure(of: UsageError("no", hints: ["yes"]), about: "mirror 'a'")
    #expect(usage.status == .usage && usage.message.text == "mirror 'a': no")
    #expect(usage.message.hints == ["yes"])
    let own = CommandFailure(of: CommandFailure(.directoryFailed, "full"), about: "mirror 'a'")
    #expect(own.status == .directoryFailed && own.message.text == "full")
    #expect(CommandFailure(of: CancellationError()).status == .sourceFailed)
  }

  @Test("The error of a task stays, and a closed output is none")
  func errors() async throws {
    let frame = TaskFrame(context)
    await #expect(throws: MirrorError.source("it is gone")) {
      try await frame.run { _ in throw MirrorError.source("it is gone") }
    }
    #expect(try await frame.run { _ in throw ReaderLeft() } == .success)
    #expect(try await frame.run { _ in TaskEnd(isWhole: false) } == .somePhotosFailed)
  }
}
