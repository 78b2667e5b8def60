import Glibc
import Testing

@testable import Transfer

@Suite("Connections that may be reused")
struct ConnectionsTests {
  private let route = Connections.Route(
    local: "10.0.0.1", localPort: 40_000, remote: "10.0.0.2", remotePort: 443)

  @Test("A connection that was closed before it could be kept is not reused")
  func closed() {
    let connections = Connections()
    let socket = connections.add(-1)
    connections.remove(-1)
    connections.keep(socket, of: route, host: "a.example")
    #expect(connections.trust(of: route) == nil)
  }

  @Test(
    "A host is broken if a connection closes with bytes beyond a whole answer, or while it is idle",
    arguments: [(true, true), (false, false), (nil, true)])
  func unread(isWhole: Bool?, isBroken: Bool) {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let connections = Connections()
    let socket = connections.add(ends[0])
    connections.keep(socket, of: route, host: "a.example")
    if isWhole != nil { connections.begin(route) }
    #expect(write(ends[1], [UInt8](repeating: 1, count: 2000), 2000) == 2000)
    connections.remove(ends[0])
    if let isWhole { connections.end(route, isWhole: isWhole) }
    #expect(connections.isBroken("a.example") == isBroken)
  }

  @Test("A connection is not kept in place of another one, which has its descriptor now")
  func reopened() {
    let connections = Connections()
    let first = connections.add(-1)
    connections.remove(-1)
    let second = connections.add(-1)
    connections.keep(first, of: route, host: "a.example")
    #expect(connections.trust(of: route) == nil)
    connections.keep(second, of: route, host: "a.example")
    #expect(connections.trust(of: route) != nil)
    connections.remove(-1)
    #expect(connections.trust(of: route) == nil)
  }

  @Test("A connection is closed after a thousand requests, so that what is kept of them is bounded")
  func requests() {
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let connections = Connections()
    connections.keep(connections.add(ends[0]), of: route, host: "a.example")
    var requests = 0
    while connections.mayUse(route), requests < 2000 {
      connections.begin(route)
      connections.end(route, isWhole: true)
      requests += 1
    }
    #expect(requests == 1000)
    let trust = connections.trust(of: route)
    connections.remove(ends[0])
    #expect(trust?.isSound == true)
    #expect(!connections.isBroken("a.example"))
  }
}
