import Console
import MirrorCore
import Mirroring
import Sandbox

extension MirrorStatus {
  static let keys = ResultKeys<MirrorStatus> {
    $0.add("directory", \.directory)
    $0.add("sources", each: \.sources, Source.keys)
    $0.add("failures", each: \.failures, Group.keys)
    $0.add(
      "unavailable", "what the site refused in more than one run", each: \.unavailable, Group.keys)
    $0.add("parts", \.parts)
    $0.add("part_bytes", \.partBytes)
    $0.add("set_aside", \.setAside)
    $0.add("checks", "of verify", part: \.checks, CheckCoverage.keys)
    $0.add("writer", "the process that is writing", \.writer)
    $0.add("seccomp") { _ in SystemCallFilter.isOffered }
    $0.add("landlock", "whether the kernel has it; its version") { _ in FileAccess.version }
  }
}

extension MirrorStatus.Source {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("source", \.name)
    $0.add("mirrored", \.mirrored)
    $0.add("waiting", \.waiting)
    $0.add("failed", \.failed)
    $0.add("unavailable", \.unavailable)
    $0.add(
      "lost", "mirrored once, without a file now; also counted as waiting, failed or unavailable",
      \.lost)
    $0.add("replaced", "another picture at the site since", \.replaced)
    $0.add(
      "unproven", "kept without a decode, or recorded without a digest of what was mirrored",
      \.unproven)
    $0.add("details_pending", "photos whose details --with asked for", \.pendingDetails)
    $0.add("bytes", \.byteCount)
    $0.add("sizes", each: \.sizes, sizeKeys)
    $0.add("is_interrupted", "the listing is incomplete", \.isInterrupted)
    $0.add("is_complete", \.isComplete)
    $0.add("finished_at", time: \.finishedAt)
  }

  private typealias Size = (reason: SizeReason, photos: Int)

  private var sizes: [Size] {
    SizeReason.allCases.compactMap { reason in sizeReasons[reason].map { (reason, $0) } }
  }

  private static let sizeKeys = ResultKeys<Size> {
    $0.add("size_reason", \.reason.rawValue)
    $0.add("photos", \.photos)
  }
}

extension MirrorStatus.Group {
  fileprivate static let keys = ResultKeys<Self> {
    $0.add("reason", \.reason)
    $0.add("photos", \.photos)
    $0.add("ids", "ten at most") { $0.examples.map(\.id) }
    $0.addIfAny("since", "of unavailable ones", { JSONObject.time($0.since) })
  }
}
