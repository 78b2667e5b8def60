import ProviderKit

/// A feed of two pages, with each way to include an image.
enum JSONFeedRecording {
  static let address = "https://example.org/feed.json"

  static let first = Answer(
    body: """
      {"version":"https://jsonfeed.org/version/1.1","title":"Pictures",
      "next_url":"https://example.org/feed.json?page=2","items":[
      {"id":"https://example.org/1","url":"https://example.org/1","title":"Two of them",
      "summary":"a cat, a dog","date_published":"2021-03-14T15:09:26Z","tags":["cat","dog"],
      "authors":[{"name":"Ada"}],"image":"https://example.org/cover.jpg","attachments":[
      {"url":"https://example.org/cat.jpg","mime_type":"image/jpeg","size_in_bytes":12345},
      {"url":"https://example.org/sound.mp3","mime_type":"audio/mpeg"},
      {"url":"https://example.org/dog.png","mime_type":"image/png"}]},
      {"id":2,"image":"https://example.org/2.jpg"},
      {"id":"3","banner_image":"https://example.org/3.jpg"},
      {"id":"4","content_text":"mere text"},
      {"title":"nameless"}]}
      """)

  static let last = Answer(
    body: """
      {"version":"https://jsonfeed.org/version/1.1","title":"Pictures","items":[
      {"id":"5","image":"https://example.org/5.jpg"}]}
      """)
}
