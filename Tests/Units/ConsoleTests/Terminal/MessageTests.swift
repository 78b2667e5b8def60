import Console
import Testing

@Suite("Messages")
struct MessageTests {
  @Test("A message has its hints below it and no control characters")
  func lines() throws {
    let captured = try CapturedOutput()
    Message(.error, "flickr says \u{1B}[31mno\nreally", hints: ["ask \u{07}again"])
      .write(to: captured.output)
    Message(.warning, "key.txt can be read by others").write(to: captured.output)
    #expect(
      try captured.text == """
        photomirror: error: flickr says no really
        hint: ask again
        photomirror: warning: key.txt can be read by others

        """)
  }
}
