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

  @Test(
    "The metrics have no part of a source's address that may be a key",
    arguments: [
      ("flickr:recent", "flickr:recent"), ("flickr:user/12345678@N00", "flickr:user/12345678@N00"),
      ("feed:https://a.example/b?token=hush", "feed:https://a.example/b?…"),
      ("feed:https://a.example/b#hush", "feed:https://a.example/b?…"),
      ("https://me:hush@a.example/b", "https://…@a.example/b"),
      ("feed:https://hush@a@a.example?hush", "feed:https://…@a.example?…"),
      ("mastodon:https://a.example/@ada", "mastodon:https://a.example/@ada"),
      ("flickr:search?text=a", "flickr:search?…"),
    ])
  func keys(source: String, shown: String) {
    #expect(RunMetrics.shown(source) == shown)
    let record = RunRecord(name: nil, source: source, directory: "photos", begin: Date())
    let text = RunMetrics.text(of: [record], after: "")
    #expect(text.contains("source=\"\(shown)\"") && !text.contains("hush"))
  }

  @Test("Two sources with the same labels are in the file once")
  func twins() {
    let records = ["a", "b"].map {
      RunRecord(
        name: nil, source: "feed:https://a/?key=\($0)", directory: "photos", begin: Date())
    }
    let lines = RunMetrics.text(of: records, after: "").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("photomirror_run_exit_status{") }.count == 1)
  }
}
