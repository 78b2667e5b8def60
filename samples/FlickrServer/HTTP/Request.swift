/// What a client asks for.
struct Request {
  /// `GET`, `HEAD` or `POST`.
  let method: String
  /// Without the query.
  let path: String
  /// Of the query and of a form; the form's win.
  let arguments: [String: String]
  /// The fields that the server heeds, as they came.
  let host: String?
  let authorization: String?
  let acceptEncoding: String?
  let range: String?
  let ifRange: String?
  let ifNoneMatch: String?
}
