import ProviderKit

/// Which page of a listing: Flickr counts from 1.
struct FlickrCursor {
  let number: Int

  /// The most that Flickr gives in one call.
  static let photosPerPage = 500

  /// Pages above this are answered like this one.
  private static let lastPage = 10_000

  /// - Throws: ``ProviderFailure`` with `.source` where the text is none of our own cursors.
  init(_ text: String?) throws(ProviderFailure) {
    guard let text else {
      number = 1
      return
    }
    guard let number = Int(text), (1...FlickrCursor.lastPage).contains(number) else {
      throw ProviderFailure(.source, "\"\(text)\" is not the number of a page")
    }
    self.number = number
  }

  /// The next page's cursor, given how many there are; nil at the end.
  func next(of pages: Int) -> String? {
    number < min(pages, FlickrCursor.lastPage) ? "\(number + 1)" : nil
  }
}
