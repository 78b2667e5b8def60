import Foundation
import Testing

@testable import PhotomirrorCommand

@Suite("The health of repeated runs")
struct RunHealthTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)

  @Test("Runs are healthy for twice the interval after a success, whatever fails meanwhile")
  func healthy() {
    var health = RunHealth(interval: .seconds(600))
    #expect(!health.state(at: start).isHealthy)
    health.note(isSuccess: false, at: start)
    #expect(!health.state(at: start).isHealthy)
    health.note(isSuccess: true, at: start)
    #expect(health.state(at: start + 1200).isHealthy)
    #expect(!health.state(at: start + 1201).isHealthy)
    health.note(isSuccess: false, at: start + 600)
    let state = health.state(at: start + 600)
    #expect(state.isHealthy && state.text.hasSuffix("600 seconds ago; the last run failed"))
    #expect(health.state(at: start - 50).text.contains(" 0 seconds ago"))
  }
}
