/// An error of the API: sent with HTTP status 200, as Flickr does.
struct CallFailure: Error {
  let code: Int
  let message: String

  init(_ code: Int, _ message: String) { (self.code, self.message) = (code, message) }

  static let photoNotFound = CallFailure(1, "Photo not found")
  static let userNotFound = CallFailure(1, "User not found")
  static let notSignedIn = CallFailure(99, "User not logged in / Insufficient permissions")
  static let invalidKey = CallFailure(100, "Invalid API Key (Key has invalid format)")
  static let loggedOut = CallFailure(98, "Invalid auth token")
  static let unavailable = CallFailure(105, "Service currently unavailable")

  var answer: JSON {
    ["stat": "fail", "code": .number(code), "message": .text(message)]
  }
}
