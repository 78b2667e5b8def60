import Images
import Testing

@Suite("Image formats")
struct ImageFormatTests {
  @Test(
    "An image format is recognised by its first bytes",
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
      (Array("GIF89a".utf8), .gif),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp),
      (Array("\0\0\0\u{18}ftypheic".utf8), .heic),
      (Array("\0\0\0\u{1C}ftypavif".utf8), .avif),
      (Array("\0\0\0\u{20}ftypisom".utf8), .mp4),
      (Array("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1heic".utf8), .heic),
      (Array("\0\0\0\u{1C}ftypmif1\0\0\0\0mif1avif".utf8), .avif),
      (Array("\0\0\0\u{10}ftypmif3heic\0\0\0\u{40}mini".utf8), .heic),
      (Array("\0\0\0\u{10}ftypmif3avif\0\0\0\u{40}mini".utf8), .avif),
      (Array("\0\0\0\u{14}ftypavci\0\0\0\0mif1".utf8), .heic),
      (Array("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ".utf8), .mov),
      (Array("\0\0\0\u{8}wide\0\0\0\0mdat".utf8), .mov),
      ([0x1A, 0x45, 0xDF, 0xA3, 0x9F], .webm),
      (Array("RIFF\0\0\0\0AVI LIST".utf8), .avi),
      ([0xFF, 0x0A, 0xFA], .jxl),
      ([0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A], .jxl),
      ([0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A], .jp2),
      ([0xFF, 0x4F, 0xFF, 0x51], .jp2),
      (Array("BM\u{36}\u{10}\0\0\0\0\0\0\u{36}\0\0\0\u{28}\0\0\0".utf8), .bmp),
      (Array("8BPS\0\u{1}".utf8), .psd),
      (Array("II*\0".utf8), .tiff),
      (Array("MM\0*".utf8), .tiff),
      (Array("\u{FEFF}<!-- by hand -->\n<!DOCTYPE svg PUBLIC \"a\" \"b\"><svg>".utf8), .svg),
      (Array("<?xml version=\"1.0\"?>\n<svg xmlns=\"x\">".utf8), .svg),
    ] as [([UInt8], ImageFormat)])
  func firstBytesNameTheFormat(bytes: [UInt8], format: ImageFormat) {
    #expect(ImageFormat(sniffing: bytes) == format)
  }

  @Test(
    "Web pages, text and fragments are not recognised as an image format",
    arguments: [
      "", "\u{FFFD}", "<!doctype html><svg>", "<html><body><svg></svg>", "<body><svg>",
      "<!-- <svg", "<?xml?><rsp><svg>", "{\"stat\":\"fail\"}",
      "RIFF\0\0\0\0WAVE", "GIF8", "some text about <svg",
      "BMW: a text about cars", "The wide sea", "8BPS is Photoshop's",
    ])
  func textsAreNoPictures(text: String) {
    #expect(ImageFormat(sniffing: text.utf8) == nil)
  }

  @Test("A truncated signature is not recognised as an image format")
  func cutSignature() {
    #expect(ImageFormat(sniffing: [0xFF, 0xD8]) == nil)
    #expect(ImageFormat(sniffing: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A]) == nil)
  }

  @Test("The file extension of a JPEG is jpg")
  func fileExtension() {
    #expect(ImageFormat.jpeg.fileExtension == "jpg")
    #expect(ImageFormat.png.fileExtension == "png")
  }
}
