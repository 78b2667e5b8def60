import Testing

@testable import MirrorCore

@Suite("The effect of a file error")
struct PhotoFailureTests {
  private func error(isOfRun: Bool) -> FetchError {
    let message = "cannot write p/1.part: no space left"
    return FetchError(.local(isOfRun: isOfRun), message, stop: .directory(message))
  }

  @Test("A file error that would affect every other photo stops the run")
  func fatal() {
    let stop = #expect(throws: MirrorError.self) {
      try PhotoFailure(error(isOfRun: true), at: .download)
    }
    #expect(stop == .directory("cannot write p/1.part: no space left"))
  }

  @Test("A file error of one photo fails that photo, and is not reported as the site's refusal")
  func passing() throws {
    let failure = try PhotoFailure(error(isOfRun: false), at: .download)
    #expect(failure.prospect == .passing && !failure.isSiteRefusal)
  }
}
