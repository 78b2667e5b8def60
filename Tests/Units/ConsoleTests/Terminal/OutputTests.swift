import Console
import Foundation
import Testing

@Suite("Output")
struct OutputTests {
  @Test("A closed pipe is not an error, and isClosed reports it")
  func brokenPipe() {
    Output.prepareStandardStreams()
    let pipe = Pipe()
    let output = Output(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    output.write("first\n")
    #expect(!output.isClosed)
    try? pipe.fileHandleForReading.close()
    output.write("second\n")
    #expect(output.isClosed && output.failure == nil)
    output.write("third\n")
  }

  @Test("A text larger than a pipe's buffer arrives completely, also without blocking writes")
  func large() async throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    _ = fcntl(writing.fileDescriptor, F_SETFL, O_NONBLOCK)
    let text = String(repeating: "0123456789", count: 100_000)
    let thread = Thread {
      Output(descriptor: writing.fileDescriptor).write(text)
      try? writing.close()
    }
    thread.start()
    let data = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(String(decoding: data, as: UTF8.self) == text)
  }

  @Test("A non-waiting write is dropped if the pipe is full")
  func now() throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    let output = Output(descriptor: writing.fileDescriptor)
    output.writeNow(lines: ["first"])
    _ = fcntl(writing.fileDescriptor, F_SETFL, O_NONBLOCK)
    let filling = [UInt8](repeating: 0, count: 1 << 12)
    while write(writing.fileDescriptor, filling, filling.count) > 0 {}
    _ = fcntl(writing.fileDescriptor, F_SETFL, 0)
    output.writeNow(lines: ["second"])
    try writing.close()
    let data = try #require(try pipe.fileHandleForReading.readToEnd())
    #expect(data.prefix { $0 != 0 } == Data("first\n".utf8) && data.last == 0)
  }

  @Test("A write to a full disk is reported")
  func full() throws {
    let file = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let output = Output(descriptor: file.fileDescriptor)
    output.write("x")
    #expect(output.isClosed && output.failure == "No space left on device")
  }

  @Test("Writing no lines writes nothing, and writing to a closed file does not crash")
  func nothing() throws {
    let captured = try CapturedOutput()
    captured.output.write(lines: [])
    #expect(try captured.text.isEmpty)
    let closed = Output(descriptor: -1)
    closed.write("x")
    #expect(closed.isClosed && closed.failure == "Bad file descriptor")
  }
}
