import ProviderKit

/// What an oEmbed service (https://oembed.com/) says about the page of a photo: pixels, and at Flickr the licence,
/// which feeds lack unless it is one of Creative Commons.
enum OEmbed {
  /// The services that are known, by the hosts of the pages.
  private static let services = [
    "flickr.com": "https://www.flickr.com/services/oembed/"
  ]

  /// - Parameter service: A service for all pages; nil or empty for those that are known.
  /// - Throws: ``ProviderFailure`` with `.unsupported` if the photo has no page, or none with a service.
  static func request(
    about photo: Photo, service: String?
  ) throws(ProviderFailure) -> RequestDescription {
    let own = service.flatMap { $0.isEmpty ? nil : $0 }
    guard let page = photo.pageURL, let host = Photo.site(of: page),
      let service = own ?? services[host]
    else {
      throw ProviderFailure(.unsupported, "the page of the photo has no oEmbed service")
    }
    return RequestDescription(
      url: service, parameters: [.init("url", page), .init("format", "json")])
  }

  /// - Throws: ``ProviderFailure`` with `.photo` if the service does not know the page, or may not say.
  static func info(in answer: Answer) throws(ProviderFailure) -> PhotoInfo {
    switch answer.status {
    case 200...299: break
    case 401, 403, 404, 410, 501:
      throw ProviderFailure(
        .photo, "the oEmbed service answers with HTTP status \(answer.status)", code: answer.status)
    default:
      throw ProviderFailure(
        .retryLater, "the oEmbed service answers with HTTP status \(answer.status)",
        code: answer.status)
    }
    let content = try JSONValue(parsing: answer.body)
    guard case .object = content else {
      throw ProviderFailure(.malformed, "the oEmbed service answers with no JSON object")
    }
    return PhotoInfo(
      license: License(
        statedAs: content["license"].string, at: content["license_url"].string),
      width: content["width"].int, height: content["height"].int)
  }
}
