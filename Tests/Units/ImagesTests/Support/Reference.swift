import Foundation
import TestSupport
import Testing

@testable import Images

/// ImageMagick's decoding of a file: an independent reference for codecs and resampling.
enum Reference {
  /// The image in another format, named by its extension.
  static func converted(
    _ file: [UInt8], to format: String, _ options: [String]
  ) async throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let (source, result) = (folder.appending("file"), folder.appending("result." + format))
    try Data(file).write(to: URL(filePath: source))
    let run = try await CommandRun.run("/usr/bin/convert", [source] + options + [result])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try [UInt8](Data(contentsOf: URL(filePath: result)))
  }

  /// The upright image in RGBA and sRGB, converted from its profile, averaged in linear light to a
  /// size.
  static func pixels(of file: [UInt8], _ width: Int, _ height: Int) async throws -> PixelBuffer {
    let folder = try TemporaryDirectory()
    let (source, result) = (folder.appending("file"), folder.appending("pixels.rgba"))
    let profile = folder.appending("profile.icc")
    try Data(file).write(to: URL(filePath: source))
    try Data(ICCProfile.screen().bytes).write(to: URL(filePath: profile))
    let run = try await CommandRun.run(
      "/usr/bin/convert",
      [
        source + "[0]", "-auto-orient", "-profile", profile, "-colorspace", "RGB", "-filter", "box",
        "-resize",
        "\(width)x\(height)!", "-colorspace", "sRGB", "-depth", "8", "rgba:\(result)",
      ])
    try #require(run.exitCode == 0, "\(run.errors)")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: result)))
    try #require(bytes.count == width * height * 4)
    return PixelBuffer(width: width, height: height, channels: 4, bytes: bytes)
  }
}

extension PixelBuffer {
  /// In RGBA with premultiplied alpha, so that the colour of transparent pixels does not count.
  var visible: PixelBuffer {
    var visible: [UInt8] = []
    for pixel in stride(from: 0, to: bytes.count, by: channels) {
      let samples = bytes[pixel..<pixel + channels].map(Int.init)
      let alpha = channels == 4 ? samples[3] : 255
      let colors = channels == 1 ? [samples[0], samples[0], samples[0]] : Array(samples.prefix(3))
      visible += (colors + [255]).map { UInt8(($0 * alpha + 127) / 255) }
    }
    return PixelBuffer(width: width, height: height, channels: 4, bytes: visible)
  }
}
