import CImageCodec

extension PixelBuffer {
  /// In sRGB, of which a PNG needs to say nothing; as it is, where the profile cannot be used or is one
  /// for grey.
  func converted(from profile: ColorProfile) -> PixelBuffer {
    guard channels > 1 else { return self }
    var converted = self
    converted.bytes.withUnsafeMutableBufferPointer { pixels in
      profile.bytes.withUnsafeBufferPointer { profile in
        let profile = codec_bytes_view(bytes: profile.baseAddress, count: profile.count)
        _ = codec_convert_to_srgb(
          profile, pixels.baseAddress, pixels.count / channels, UInt32(channels))
      }
    }
    return converted
  }
}
