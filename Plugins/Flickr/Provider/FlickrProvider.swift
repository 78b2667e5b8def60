import ProviderKit

/// Flickr and compatible servers (https://www.flickr.com/services/api/).
///
/// A listing call requests the addresses of all sizes, so that five hundred photos cost one call;
/// `flickr.photos.getSizes` is for photos without addresses in the listing.
package struct FlickrProvider: PhotoProvider {
  package let manifest = Manifest.flickr

  /// A provider without state.
  package init() {}

  package func selector(claiming address: String) throws -> String? {
    try FlickrAddress(address)?.selector
  }

  package func resolveRequest(for query: PageQuery) throws -> RequestDescription? {
    let source = try FlickrSource(query)
    guard let lookup = try FlickrLookup(of: source, cursor: query.cursor) else { return nil }
    guard lookup != .ownAccount || FlickrCall.isSignedIn(query.secrets) else {
      throw ProviderFailure(
        .setting, "flickr:\(query.selector) needs a sign-in: 'me' is the account that is signed in",
        hint: "sign in with 'photomirror login flickr'")
    }
    if case .short(let short) = lookup { return try short.request(settings: query.settings) }
    return try FlickrCall(query).request(lookup.method, lookup.arguments)
  }

  package func resolution(from answer: Answer, for query: PageQuery) throws -> Resolution {
    let source = try FlickrSource(query)
    guard let lookup = try FlickrLookup(of: source, cursor: query.cursor) else {
      throw ProviderFailure(.malformed, "flickr:\(query.selector) has no name to look up")
    }
    if case .short(let short) = lookup {
      return try short.resolution(answer, settings: query.settings)
    }
    if case .short = source {
      var account = try lookup.resolution(FlickrAnswer(answer, to: .lookup(lookup)).content)
      account.value = account.value.map { "user/\($0)" }
      return account
    }
    do throws(ProviderFailure) {
      return try lookup.resolution(FlickrAnswer(answer, to: .lookup(lookup)).content)
    } catch {
      // Codes from 90 on are not about the name.
      guard error.kind == .source, let code = error.code, code < 90,
        let following = lookup.following
      else { throw error }
      return following
    }
  }

  package func pageRequest(for query: PageQuery) throws -> RequestDescription {
    let call = FlickrCall(query)
    switch try FlickrStep(query) {
    case .photo(let source): return try call.request(source.method, source.arguments)
    case .directory(let directory, let owner, let cursor):
      let arguments = directory.arguments(of: owner) + directory.paging(at: cursor)
      return try call.request(directory.method(isSignedIn: call.isSignedIn), arguments)
    case .listing(let source, let cursor, let arguments):
      return try call.request(
        source.method(isSignedIn: call.isSignedIn),
        arguments + [
          ("extras", FlickrExtras.all), ("per_page", "\(cursor.pageLength)"),
          ("page", "\(cursor.number)"),
        ])
    }
  }

  package func page(from answer: Answer, for query: PageQuery) throws -> Page {
    let step = try FlickrStep(query)
    let content = try FlickrAnswer(answer, to: step.question).content
    var page = try page(from: content, of: step)
    let site = Photo.site(of: FlickrCall(query).endpoint)
    for index in page.photos.indices { page.photos[index].site = site }
    page.album?.album.site = site
    return page
  }

  private func page(from content: JSONValue, of step: FlickrStep) throws -> Page {
    switch step {
    case .photo: try FlickrInfo(content).page()
    case .directory(let directory, let owner, let cursor):
      try FlickrDirectoryAnswer(content, of: directory, owner: owner, at: cursor).page()
    case .listing(let source, let cursor, _):
      try FlickrListing(content, of: source, at: cursor).page()
    }
  }

  package func sourcesRequest(for query: PageQuery) throws -> RequestDescription {
    let account = try FlickrOverview.account(in: query)
    let call = FlickrCall(query)
    let (method, arguments) = try FlickrOverview(query.cursor)
      .call(of: account, isSignedIn: call.isSignedIn)
    return try call.request(method, arguments)
  }

  package func sources(from answer: Answer, for query: PageQuery) throws -> Page {
    let account = try FlickrOverview.account(in: query)
    let content = try FlickrAnswer(answer, to: .listing(.user(account))).content
    return try FlickrOverview(query.cursor).page(content, of: account)
  }

  package func accountRequest(settings: [String: String]) throws -> RequestDescription {
    try FlickrCall(settings: settings, isSignedIn: true).request("flickr.test.login", [])
  }

  package func account(from answer: Answer, settings: [String: String]) throws -> Account {
    let user = try FlickrAnswer(answer, to: .lookup(.ownAccount)).content["user"]
    guard let id = user["id"].string, FlickrAccount.isNSID(id) else {
      throw ProviderFailure(.malformed, "flickr's answer to flickr.test.login has no NSID")
    }
    return Account(id: id, name: user["username"].string ?? "")
  }

  package func renditionsRequest(for query: PhotoQuery) throws -> RequestDescription {
    let call = FlickrCall(
      settings: query.settings, isSignedIn: FlickrCall.isSignedIn(query.secrets))
    return try call.request("flickr.photos.getSizes", [("photo_id", query.photo.id)])
  }

  package func renditions(from answer: Answer, for query: PhotoQuery) throws -> [Rendition] {
    let content = try FlickrAnswer(answer, to: .sizes).content
    return try FlickrSizes(content, of: query.photo).renditions()
  }

  package func detailsRequest(for query: PhotoQuery) throws -> RequestDescription {
    guard let details = FlickrDetails(for: query.parts) else {
      throw ProviderFailure(.unsupported, "no part of the photo's details is asked for")
    }
    let call = FlickrCall(
      settings: query.settings, isSignedIn: FlickrCall.isSignedIn(query.secrets))
    return try call.request(details.method, [("photo_id", query.photo.id)])
  }

  package func details(from answer: Answer, for query: PhotoQuery) throws -> PhotoDetails {
    guard let details = FlickrDetails(for: query.parts) else {
      throw ProviderFailure(.unsupported, "no part of the photo's details is asked for")
    }
    return try details.details(in: answer)
  }
}
