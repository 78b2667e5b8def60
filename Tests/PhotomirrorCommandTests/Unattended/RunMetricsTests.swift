import Foundation
import Testing

@testable import PhotomirrorCommand

@Suite("The metrics of runs")
struct RunMetricsTests {
  private func record(_ worker: String?, isSuccess: Bool = false) -> RunRecord {
    var record = RunRecord(name: nil, source: "site:all", directory: "photos", begin: Date())
    (record.worker, record.status) = (worker, isSuccess ? .success : .sourceFailed)
    return record
  }

  @Test("Workers have a label that a run lacks, and keep the time of their own last success")
  func workers() {
    let label = #"directory="photos",worker="one"} "#
    let success = RunMetrics.text(of: [record("one", isSuccess: true)], after: "")
    #expect(success.contains(label) && success.contains("success_timestamp_seconds{"))
    let failed = RunMetrics.text(of: [record("one")], after: success)
    let others = [record("two"), record(nil)].map {
      RunMetrics.text(of: [$0], after: success)
    }
    let hasSuccess = { (text: String) in text.contains("\nphotomirror_success_timestamp_seconds{") }
    #expect(hasSuccess(failed) && !others.contains(where: hasSuccess))
    #expect(others[0].contains(#"worker="two"} 3"#) && !others[1].contains("worker"))
  }
}
