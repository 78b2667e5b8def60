import Testing

@testable import Transfer

@Suite("The resume plan")
struct ResumePlanTests {
  static func state(total: Int64?) -> ResumeState? {
    let head = ResponseHead(status: 200, headers: [HTTPHeader("etag", "\"one\"")])
    return ResumeState(
      url: "http://a/b", head: head, total: total, md5: nil,
      bootID: "boot")
  }

  func plan(
    total: Int64? = 50_000, size: Int64 = 20_000, url: String = "http://a/b",
    promised: Int64? = nil, boot: String = "boot"
  ) -> ResumePlan {
    ResumePlan(
      state: Self.state(total: total), partSize: size, url: url, byteCount: promised, bootID: boot)
  }

  @Test("The rest of a part with a state is requested")
  func rest() {
    #expect(plan() == .resume(offset: 20_000))
    #expect(plan(total: nil) == .resume(offset: 20_000))
    #expect(plan(promised: 50_000) == .resume(offset: 20_000))
  }

  @Test("Nothing is requested for a complete part")
  func complete() {
    #expect(plan(size: 50_000) == .complete)
  }

  @Test("The complete body is requested if the part is unusable")
  func fresh() {
    #expect(plan(size: 0) == .fresh)
    #expect(plan(size: 50_001) == .fresh)
    #expect(plan(url: "http://a/c") == .fresh)
    #expect(plan(promised: 49_999) == .fresh)
    #expect(plan(boot: "another") == .fresh)
    let none = ResumePlan(
      state: nil, partSize: 9, url: "http://a/b", byteCount: nil, bootID: "boot")
    #expect(none == .fresh)
  }
}
