import CAllocator
import FoundationEssentials
import Glibc
import ProviderKit
import Sandbox
import SystemCalls

/// The work of a process that hosts a module: it opens the module, and passes questions to it.
package enum ModuleHost {
  /// The work of the program of the processes, until the process that started it ends.
  package static func serve() -> Never {
    // What most modules need takes longer to load than they: the processes share it.
    _ = dlopen("libFoundation.so", RTLD_NOW | RTLD_LOCAL)
    // Memory is given back where ``serve(_:)`` says so (mallopt(3)).
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 1 << 30)
    HelperServer(filter: .loading) { serve($0) }.run()
  }

  /// Returns when the host closes the channel.
  private static func serve(_ channel: borrowing ProcessChannel) {
    guard let message = try? channel.receive(atMost: OpenRequest.mostBytes),
      let request = try? OpenRequest(message)
    else { return }
    let table: ModuleTable
    do throws(ModuleProblem) {
      table = try open(request)
      try? channel.send(OpenAnswer.opened.encode())
    } catch {
      try? channel.send(OpenAnswer.refused(error.reason).encode())
      return
    }
    var lastPage: ContinuousClock.Instant?
    while let method = try? channel.receive(atMost: 64),
      let question = try? channel.receive(atMost: questionBytes)
    {
      guard reply(to: method, question, of: table, over: channel) else { return }
      guard question.count >= leastPage else { continue }
      // A page of 500 photos leaves 10 MB of free heap, which the process does not need while it waits. Where pages
      // follow each other, to give it back and to get it again takes a fifth of this process's time.
      let now = ContinuousClock.now
      if lastPage.map({ now - $0 > pause }) ?? true { malloc_trim(0) }
      lastPage = now
    }
  }

  /// Opens a module, restricted before and after its initializers have run.
  private static func open(_ request: OpenRequest) throws(ModuleProblem) -> ModuleTable {
    do throws(SystemError) {
      try FileAccess.restrictReading(to: request.readable)
    } catch {
      try request.refuse(WallFailure(.files, error.code), without: .files)
    }
    let table = try ModuleTable(openingModuleAt: request.modulePath)
    let code = SystemCallFilter.answering.install()
    if code != 0 { try request.refuse(WallFailure(.calls, code), without: .calls) }
    return table
  }

  /// The longest question: an answer of a site, and as much again for each of those that a page needs besides.
  private static let questionBytes = 1 << 30

  /// Memory is given back between pages that follow each other more slowly than this.
  private static let pause = Duration.milliseconds(250)

  /// Bytes of a question with a page.
  private static let leastPage = 1 << 16

  private static func reply(
    to method: [UInt8], _ question: [UInt8], of table: ModuleTable,
    over channel: borrowing ProcessChannel
  ) -> Bool {
    let result = question.withUnsafeBytes {
      table.call(String(decoding: method, as: UTF8.self), $0)
    }
    var head = MessageWriter()
    head.append(result.status)
    head.append(result.bytes == nil)
    guard (try? channel.send(head.bytes)) != nil else { return false }
    guard let bytes = result.bytes else { return true }
    return bytes.withUnsafeBytes { (try? channel.send($0)) != nil }
  }
}

extension OpenRequest {
  /// A wall that is not demanded is one that the kernel does not offer, which was reported.
  fileprivate func refuse(_ failure: WallFailure, without wall: Walls) throws(ModuleProblem) {
    if walls.contains(wall) { throw ModuleProblem("is not run: \(failure.reason)") }
  }
}
