import MirrorCore
import Testing

@testable import Fetching

@Suite("A signature by OAuth 1.0a")
struct OAuthSignatureTests {
  private static let own = OAuthCredentials(key: "key 1", secret: "s'e(c)r!e*t")

  private func signature(
    _ own: OAuthCredentials, nonce: String = "n0nce", timestamp: Int64 = 1_700_000_000
  ) -> OAuthSignature {
    OAuthSignature(credentials: own, nonce: nonce, timestamp: timestamp)
  }

  @Test("A request for a token is signed with the key's secret alone")
  func requestToken() {
    var own = Self.own
    own.parameters = ["oauth_callback": "oob"]
    let url = "https://www.flickr.com/services/oauth/request_token"
    #expect(
      signature(own).baseString(for: url)
        == "GET&https%3A%2F%2Fwww.flickr.com%2Fservices%2Foauth%2Frequest_token&oauth_callback%3Doob%26oauth_consumer_key%3Dkey%25201%26oauth_nonce%3Dn0nce%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1700000000%26oauth_version%3D1.0"
    )
    #expect(signature(own).signature(for: url) == "ue3gEZdKddYALZZwE4abjP4JDPU=")
  }

  @Test("A code is exchanged with both secrets")
  func accessToken() {
    var own = Self.own
    (own.token, own.tokenSecret) = ("rt-1", "rts")
    own.parameters = ["oauth_verifier": "123-456-789"]
    let url = "https://www.flickr.com/services/oauth/access_token"
    #expect(signature(own).signature(for: url) == "cHpbu6uvInn/EL9TXgAxEdvTSXY=")
  }

  @Test("A call's own parameters are signed in the order of their bytes, however they are encoded")
  func call() {
    var own = Self.own
    (own.token, own.tokenSecret) = ("t-1", "ts&1")
    let url =
      "https://api.flickr.com/services/rest/?api_key=key%201&format=json&nojsoncallback=1"
      + "&method=flickr.photos.search&text=a%2Bb%20%C3%BC%2F~%21%2A%27%28%29%26%3D%25"
    #expect(signature(own).signature(for: url) == "VplLBpLGj7eMRaThIJxMEoiutio=")
    let upper = url.replacing("api.flickr.com", with: "API.Flickr.com:443")
    #expect(signature(own).signature(for: upper) == "VplLBpLGj7eMRaThIJxMEoiutio=")
  }

  @Test("The vector of Flickr's own software has the same signature")
  func echo() {
    let own = OAuthCredentials(
      key: "consumer key", secret: "consumer secret", token: "oauth token",
      tokenSecret: "oauth token secret")
    let signed = signature(
      own, nonce: "p2m2bnHdXVIsQH0FUv0oN9XrJU57ak7dSSpHU36mn4k=", timestamp: 499_166_400)
    let url = "https://api.flickr.com/services/rest?method=flickr.test.echo&foo=bar"
    #expect(signed.signature(for: url) == "Dz9rJCs/jKRPMeLztpj7T9Ur9m0=")
  }

  @Test("The header has every parameter of the protocol, encoded, and neither secret")
  func header() {
    var own = Self.own
    (own.token, own.tokenSecret) = ("t-1", "ts&1")
    let header = signature(own).header(for: "https://example.org/")
    #expect(header.hasPrefix("OAuth oauth_consumer_key=\"key%201\", oauth_nonce=\"n0nce\", "))
    #expect(header.contains("oauth_token=\"t-1\"") && header.contains("oauth_signature=\""))
    #expect(!header.contains("ts&1") && !header.contains("ts%261") && !header.contains("s'e"))
  }

  @Test("Each attempt of a request has another nonce")
  func nonces() {
    let credentials = Credentials.oauth1(Self.own)
    let headers = (0..<100).map { _ in
      credentials.header(for: SiteRequest(url: "https://example.org/")).value
    }
    #expect(Set(headers).count == 100)
  }

  @Test("The other schemes have the headers of their standards")
  func otherSchemes() {
    let bearer = Credentials.bearer(token: "abc").header(
      for: SiteRequest(url: "https://example.org/"))
    #expect(bearer.name == "Authorization" && bearer.value == "Bearer abc")
    // RFC 7617, section 2.
    let basic = Credentials.basic(user: "Aladdin", password: "open sesame")
    #expect(
      basic.header(for: SiteRequest(url: "https://example.org/")).value
        == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
  }
}
