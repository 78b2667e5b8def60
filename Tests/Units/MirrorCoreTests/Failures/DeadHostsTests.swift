import Testing

@testable import MirrorCore

@Suite("The hosts that were given up")
struct DeadHostsTests {
  @Test("Hosts are named from 16 failed photos on, and a photo that fails again counts once")
  func named() {
    let hosts = DeadHosts()
    for id in 1...15 as ClosedRange<Int64> {
      _ = hosts.note("a is down", of: id)
      _ = hosts.note("a is down", of: id)
    }
    #expect(!hosts.areNamed && hosts.failure == nil)
    _ = hosts.note("a is down", of: 16)
    #expect(hosts.areNamed && hosts.failure == .source("a is down", .passing))
  }

  @Test("The five hosts with the most failures are named, and the others are counted")
  func order() {
    let hosts = DeadHosts()
    for (index, host) in ["g", "f", "e", "d", "c", "b", "a"].enumerated() {
      for id in 0...Int64(index) { _ = hosts.note(host, of: Int64(index) * 100 + id) }
    }
    #expect(hosts.failure == .source("a; b; c; d; e; and 2 more hosts", .passing))
  }

  @Test("A photo that is stored ends a row of failures")
  func row() {
    let hosts = DeadHosts()
    #expect(hosts.note("a", of: 1) == 1)
    #expect(hosts.note("b", of: 2) == 2)
    hosts.noteSuccess()
    #expect(hosts.note("a", of: 3) == 1)
  }
}
