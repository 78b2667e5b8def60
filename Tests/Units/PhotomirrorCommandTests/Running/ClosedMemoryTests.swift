import Testing

@testable import PhotomirrorCommand

@Suite("The memory of the process")
struct ClosedMemoryTests {
  @Test(
    "Only the value 1 leaves it open",
    arguments: [(nil, true), ("", true), ("0", true), ("yes", true), ("11", true), ("1", false)])
  func variable(value: String?, isClosed: Bool) {
    #expect(ClosedMemory.isClosed(value) == isClosed)
  }
}
