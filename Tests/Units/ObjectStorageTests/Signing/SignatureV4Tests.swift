import Digests
import ObjectStorage
import Testing
import Transfer

/// The published examples of Amazon ("Signature Calculations for the Authorization Header: Transferring
/// Payload in a Single Chunk"), and the first of the test suite of the protocol.
@Suite("Signatures of version 4")
struct SignatureV4Tests {
  private let signature = SignatureV4(
    accessKey: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1")
  private let date = SigningDate("20130524T000000Z")
  private let empty = DigestAlgorithm.sha256.hex(of: [])

  private func sign(
    _ method: String, _ path: String, query: [QueryItem] = [], body: String = "",
    _ headers: HTTPHeader...
  ) -> String {
    let digest = DigestAlgorithm.sha256.hex(of: Array(body.utf8))
    let own = [
      HTTPHeader("Host", "examplebucket.s3.amazonaws.com"), HTTPHeader("x-amz-date", date.time),
      HTTPHeader("x-amz-content-sha256", digest),
    ]
    return signature.signature(
      for: .init(
        method: method, path: path, query: query, headers: own + headers, bodyDigest: digest),
      at: date)
  }

  @Test("A part of an object is read as in the first example")
  func range() {
    #expect(
      sign("GET", "/test.txt", HTTPHeader("Range", "bytes=0-9"))
        == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test("An object is stored as in the second example")
  func put() {
    #expect(
      sign(
        "PUT", "/test%24file.text", body: "Welcome to Amazon S3.",
        HTTPHeader("Date", "Fri, 24 May 2013 00:00:00 GMT"),
        HTTPHeader("x-amz-storage-class", "REDUCED_REDUNDANCY"))
        == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
  }

  @Test("A query without a value is signed as in the third example")
  func lifecycle() {
    #expect(
      sign("GET", "/", query: [QueryItem("lifecycle")])
        == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
  }

  @Test("A list is signed as in the fourth example, whatever the order of its query")
  func list() {
    for query in [
      [QueryItem("max-keys", "2"), QueryItem("prefix", "J")],
      [QueryItem("prefix", "J"), QueryItem("max-keys", "2")],
    ] {
      #expect(
        sign("GET", "/", query: query)
          == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }
  }

  @Test("The first request of the protocol's test suite has its signature")
  func vanilla() {
    let signature = SignatureV4(
      accessKey: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      region: "us-east-1", service: "service")
    let date = SigningDate("20150830T123600Z")
    let headers = [
      HTTPHeader("Host", "example.amazonaws.com"), HTTPHeader("X-Amz-Date", date.time),
    ]
    #expect(
      signature.signature(
        for: .init(method: "GET", path: "/", headers: headers, bodyDigest: empty), at: date)
        == "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
  }

  @Test("Blanks in a row within a header count as one")
  func blanks() {
    let one = sign("GET", "/", HTTPHeader("x-amz-meta-a", "b c"))
    #expect(sign("GET", "/", HTTPHeader("x-amz-meta-a", " b   c ")) == one)
  }

  @Test("A query is encoded as the signature demands")
  func encoding() {
    let query = [QueryItem("b", "a/ü+ ~"), QueryItem("a", ""), QueryItem("a", "1")]
    #expect(query.canonical == "a=&a=1&b=a%2F%C3%BC%2B%20~")
  }

  @Test("A time is written in the signature's form")
  func time() {
    #expect(SigningDate(seconds: 1_369_353_600) == date && date.day == "20130524")
  }
}
