import Console
import Gallery
import MirrorCore
import Mirroring

extension MirrorReport {
  typealias Told = (
    report: MirrorReport, advice: [String], period: ClosedRange<Int64>?
  )

  static let keys = ResultKeys<Told> {
    $0.add("directory", \.report.status.directory)
    $0.add("mirrored", \.report.mirrored)
    $0.add("bytes", \.report.byteCount)
    $0.add("last_run_at", time: \.report.lastRun)
    $0.add("since", time: \.period?.lowerBound)
    $0.add("until", time: \.period?.upperBound)
    $0.add("sources", "in that period", each: \.report.sources, Activity.keys)
    $0.add("waiting", \.report.waiting)
    $0.add("set_aside", \.report.status.setAside)
    $0.add("checks", part: \.report.status.checks, CheckCoverage.keys)
    for kind in ReportedPhoto.Kind.allCases {
      $0.add("\(kind)", kind.meaning) { told in
        ReportList.keys.object(told.report.lists.first { $0.kind == kind })
      }
    }
    $0.add("advice", "what to do, a sentence each", \.advice)
  }
}

extension ReportList {
  fileprivate static let keys = ResultKeys<ReportList?> {
    $0.add("count") { $0?.count ?? 0 }
    $0.add("photos", each: { $0?.photos ?? [] }, ReportedPhoto.keys)
  }
}

extension ReportedPhoto.Kind {
  /// For help.
  fileprivate var meaning: String {
    switch self {
    case .new: "as those below: \(ReportList.keys.told().text)"
    case .updated: "with a new picture since the last run began"
    case .lost: "mirrored once, without a file now"
    case .left: "to the trash, or deleted"
    case .failed, .unavailable, .replaced, .gone: ""
    }
  }
}

extension MirrorReport.Activity {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("source", \.source)
    $0.add("stored", \.stored)
    $0.add("bytes", \.byteCount)
    $0.add("listings", \.listings)
    $0.add("complete_listings", \.completeListings)
  }
}

extension ReportedPhoto {
  fileprivate static let keys = ResultKeys<ReportedPhoto> {
    $0.add("id", \.key)
    $0.add("title", \.title)
    $0.add("owner_name", \.ownerName)
    $0.add("page_url", \.pageURL)
    $0.add("reason", \.reason)
    $0.add("since", time: \.since)
    $0.add("path", \.path)
  }
}
