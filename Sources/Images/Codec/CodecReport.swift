import CImageCodec

extension codec_report {
  /// The reason of the failure, in the library's own words.
  var text: String {
    withUnsafePointer(to: self) { String(cString: codec_report_message($0)) }
  }

  /// The first different warnings, in the library's own words.
  var warningTexts: [String] {
    withUnsafePointer(to: self) { report in
      (0..<text_count).compactMap { codec_report_warning(report, $0).map { String(cString: $0) } }
    }
  }
}
