import CSandbox
import Glibc
import SystemCalls

/// One end of a stream between two processes of this program, which carries messages and descriptors.
///
/// Owns its descriptor. Belongs to one thread at a time.
package struct ProcessChannel: ~Copyable {
  /// The other end is closed, or the message is not one of ours.
  package struct Broken: Error {
    /// A sentence in lower case without a period.
    package let reason: String

    /// - Parameter reason: A sentence in lower case without a period.
    package init(reason: String) { self.reason = reason }
  }

  /// The socket, which is closed with this value.
  package let descriptor: Int32

  /// - Parameter descriptor: A connected stream socket, which the channel owns from now on.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Two connected ends.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(errno) }
    return (ends[0], ends[1])
  }

  /// Blocks until the other end has room.
  /// - Parameter timeout: Seconds to wait for the other end; nil for no limit.
  package func send(
    _ message: [UInt8], descriptor: Int32 = -1, within timeout: Double? = nil
  ) throws(Broken) {
    // The closure of an array cannot throw a typed error.
    let code = message.withUnsafeBytes { write($0, descriptor, timeout) }
    guard code == 0 else { throw Self.unsent(code) }
  }

  /// The same for bytes elsewhere, which are not copied.
  package func send(
    _ message: UnsafeRawBufferPointer, within timeout: Double? = nil
  ) throws(Broken) {
    let code = write(message, -1, timeout)
    guard code == 0 else { throw Self.unsent(code) }
  }

  private func write(
    _ message: UnsafeRawBufferPointer, _ descriptor: Int32, _ timeout: Double?
  ) -> Int32 {
    let milliseconds = timeout.map { Int32(min(max(0, $0 * 1000), 1e9)) } ?? -1
    return withUnsafeBytes(of: Int64(message.count)) { header in
      sandbox_send(
        self.descriptor, header.baseAddress, header.count, message.baseAddress, message.count,
        descriptor, milliseconds)
    }
  }

  private static func unsent(_ code: Int32) -> Broken {
    Broken(reason: code == ETIMEDOUT ? "no answer" : SystemError(code).reason)
  }

  /// The next message. Descriptors beside it are not taken: the kernel closes them. Blocks.
  /// - Parameters:
  ///   - limit: The most bytes of a message; a longer one is an error.
  ///   - timeout: Seconds to wait; nil for no limit.
  /// - Returns: nil if the other end was closed between two messages.
  package func receive(
    atMost limit: Int, within timeout: Double? = nil
  ) throws(Broken) -> [UInt8]? {
    try receive(atMost: limit, within: timeout, nil)
  }

  /// The next message from a process that is trusted, and the descriptor that came with its first byte, or -1, which
  /// the caller closes. Blocks.
  package func receiveWithDescriptor(
    atMost limit: Int
  ) throws(Broken) -> (message: [UInt8], descriptor: Int32)? {
    var descriptor: Int32 = -1
    do throws(Broken) {
      guard let message = try receive(atMost: limit, within: nil, &descriptor) else { return nil }
      return (message, descriptor)
    } catch {
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
  }

  private func receive(
    atMost limit: Int, within timeout: Double?, _ descriptor: UnsafeMutablePointer<Int32>?
  ) throws(Broken) -> [UInt8]? {
    var deadline: ContinuousClock.Instant?
    if let timeout { deadline = .now + .seconds(timeout) }
    guard let header = try read(8, until: deadline, descriptor) else { return nil }
    let count = header.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    guard (0...Int64(limit)).contains(count) else { throw Broken(reason: "invalid message") }
    guard let message = try read(Int(count), until: deadline, nil) else {
      throw Broken(reason: "incomplete message")
    }
    return message
  }

  /// - Parameter descriptor: Receives the descriptor that came with the first byte.
  private func read(
    _ count: Int, until deadline: ContinuousClock.Instant?,
    _ descriptor: UnsafeMutablePointer<Int32>?
  ) throws(Broken) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      try wait(until: deadline)
      let result = bytes.withUnsafeMutableBytes {
        sandbox_receive(
          self.descriptor, $0.baseAddress! + filled, count - filled, filled == 0 ? descriptor : nil)
      }
      guard result >= 0 else { throw Broken(reason: SystemError(Int32(-result)).reason) }
      if result == 0, filled == 0 { return nil }
      guard result > 0 else { throw Broken(reason: "incomplete message") }
      filled += result
    }
    return bytes
  }

  private func wait(until deadline: ContinuousClock.Instant?) throws(Broken) {
    guard let deadline else { return }
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      guard left > 0 else { throw Broken(reason: "no answer") }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let result = poll(&entry, 1, Int32(min(left.rounded(.up), 1e9)))
      if result > 0 { return }
      guard result == 0 || errno == EINTR else { throw Broken(reason: SystemError(errno).reason) }
    }
  }
}
