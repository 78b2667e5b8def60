import Foundation
import Images

/// A picture of 16 x 12 pixels in the formats that need a library: red grows to the right, green downwards, and blue
/// is 128.
enum LibraryFixtures {
  static let formats: [ImageFormat] = [.avif, .heic, .jxl, .tiff]

  static func bytes(_ format: ImageFormat) -> [UInt8] {
    Array(Data(base64Encoded: texts[format] ?? "") ?? Data())
  }

  /// The TIFF with an orientation, in the place of an entry that says what holds without it (planar configuration 1).
  static func tiff(orientation: UInt8) -> [UInt8] {
    let file = bytes(.tiff)
    let first = Int(file[4]) + Int(file[5]) * 256 + 2
    var entries: [[UInt8]] = []
    for number in 0..<Int(file[first - 2]) {
      let entry = Array(file[(first + 12 * number)..<(first + 12 * number + 12)])
      if entry[0] != 0x1C { entries.append(entry) }
    }
    let value: [UInt8] = [orientation, 0, 0, 0]
    entries.append([0x12, 1, 3, 0, 1, 0, 0, 0] + value)
    entries.sort { Int($0[1]) * 256 + Int($0[0]) < Int($1[1]) * 256 + Int($1[0]) }
    let directory: [UInt8] = Array(entries.joined())
    return Array(file[..<first]) + directory + Array(file[(first + directory.count)...])
  }

  private static let texts: [ImageFormat: String] = [
    .avif: """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA\
    AAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAOAAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEA\
    AGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAwAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwA\
    AAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAQG1kYXQSAAoJGAz+2iAhoNCAMikXh4eGIYSSSSZQ\
    AAAAOtUs3SrWSKVgOux6vDnGzCBwbqXx+5lh/hxEQA==
    """,
    .heic: """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAXxtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA\
    ACJpbG9jAAAAAERAAAEAAQAAAAABoAABAAAAAAAAAFIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt\
    AAAAAAABAAAA/GlwcnAAAADcaXBjbwAAAHVodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA\
    AAMAHroCQGEAAQApQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqrprm4CGgwIAAAAyAAAADAIRiAAEABkQBwXPBiQAAABNjb2xybmNs\
    eAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAAChjbGFwAAAAEAAAAAEAAAAMAAAAAf///9AAAAAC////zAAAAAIAAAAQcGl4\
    aQAAAAADCAgIAAAAGGlwbWEAAAAAAAAAAQABBYECAwWEAAAAWm1kYXQAAABOKAGvCchqDB497PuNaRAnxAnncForYrb92xfUJ+2L\
    zPg/tgCloUX0w1bxlEXhZdo+gP3lcf77Ubok0aDxX6DMvMwMVe3jespHTqmyYrPg
    """,
    .jxl: """
    /wpYsAEBWAELVBIAgAqVUcYNXs71fPmhw2LaxnWGttq2sISx2V4YJCScgOeU/WjGW/I4DC+tyzyB/vTFGN0BK2FaSSIFYRu7jVeD\
    IOxy/f/eWRM5DQI0AIDOPCS1FQ==
    """,
    .tiff: """
    SUkqAMwBAACAAAAIAHwMPQMWwMeQMlwMtQM0wM8QNDwNLQNSwNaQNhwNpQNwwMABSCSQPSQWyQeSQlyQtSQ0yQ8SRDyRLSRSyRaS\
    RhyRpSRwyQACiCUQPUQW0QeUQl0QtUQ00Q8URD0RLURS0RaURh0RpURw0QADyCWQPWQW2QeWQl2QtWQ02Q8WRD2RLWRS2RaWRh2R\
    pWRw2QAFCCYQPYQW4QeYQl4QtYQ04Q8YRD4RLYRS4RaYRh4RpYRw4QAGSCaQPaQW6QeaQl6QtaQ06Q8aRD6RLaRS6RaaRh6RpaRw\
    6QAHiCcQPcQW8QecQl8QtcQ08Q8cRD8RLcRS8RacRh8RpcRw8QAIyCeQPeQW+QeeQl+QteQ0+Q8eRD+RLeRS+RaeRh+RpPIcLyAA\
    UCCQID0CBbAgeQIJcCC1Ag0wIPECEPAhLQIUsCFpAhhwIaUCHDAgAFogkSA9EgWxIHkSCXEgtRINMSDxEhDxIS0SFLEhaRIYcSGl\
    EhwxIABkIJIgPSIFsiB5IglyILUiDTIg8SIQ8iEtIhSyIWkiGHIhpSIcMiAAbiCTID0yBbMgeTIJcyC1Mg0zIPEyEPMhLTIUsyFp\
    MhhzIaUyHDMiAgoAAAEDAAEAAAAQAAAAAQEDAAEAAAAMAAAAAgEDAAMAAABKAgAAAwEDAAEAAAAFAAAABgEDAAEAAAACAAAAEQEE\
    AAEAAAAIAAAAFQEDAAEAAAADAAAAFgEDAAEAAAAMAAAAFwEEAAEAAADEAQAAHAEDAAEAAAABAAAAAAAAAAgACAAIAA==
    """,
  ]
}
