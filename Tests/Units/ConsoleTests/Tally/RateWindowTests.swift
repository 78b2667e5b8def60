import Console
import Testing

@Suite("The rate window")
struct RateWindowTests {
  @Test("A constant stream has its rate")
  func steady() throws {
    var window = RateWindow(span: .seconds(10))
    for tenth in 0...300 { window.note(Int64(tenth * 100), at: .milliseconds(tenth * 100)) }
    let rate = try #require(window.perSecond(at: .seconds(30)))
    #expect(abs(rate - 1000) < 1)
  }

  @Test("The rate ignores samples before the window")
  func forgets() throws {
    var window = RateWindow(span: .seconds(10))
    window.note(0, at: .zero)
    window.note(1_000_000, at: .seconds(1))
    for second in 2...30 { window.note(1_000_000 + Int64(second), at: .seconds(second)) }
    #expect(try #require(window.perSecond(at: .seconds(30))) < 2)
  }

  @Test("The rate falls to zero without new bytes")
  func idle() throws {
    var window = RateWindow(span: .seconds(10))
    window.note(0, at: .zero)
    window.note(1000, at: .seconds(1))
    #expect(try #require(window.perSecond(at: .seconds(1))) == 1000)
    #expect(try #require(window.perSecond(at: .seconds(5))) == 200)
    #expect(try #require(window.perSecond(at: .seconds(60))) == 0)
  }

  @Test("There is no rate in the first half second")
  func beginning() {
    var window = RateWindow(span: .seconds(10))
    #expect(window.perSecond(at: .seconds(9)) == nil)
    window.note(5, at: .seconds(9))
    #expect(window.perSecond(at: .seconds(9)) == nil)
  }

  @Test("The rate accepts a clock that goes back and counts that fall")
  func hostile() throws {
    var window = RateWindow(span: .seconds(10))
    window.note(.max, at: .seconds(9))
    window.note(.min, at: .seconds(3))
    window.note(.max, at: .seconds(20))
    #expect(try #require(window.perSecond(at: .seconds(1))) >= 0)
  }
}
