extension Photo {
  /// In many scripts; one in four is of the kind that breaks programs.
  var title: String {
    if let newTitle { return newTitle }
    guard !random.chance(.isStrange, oneIn: 4) else {
      return random.pick(.title, of: Photo.strange)
    }
    let subject = random.pick(.titleSubject, of: Photo.subjects)
    let place = random.pick(.titlePlace, of: Photo.places)
    return random.chance(.title, oneIn: 3) ? subject : "\(subject), \(place)"
  }

  /// With markup as people write it, often empty.
  var description: String {
    random.pick(
      .description,
      of: [
        "", "", "Seen from the pier.", "Two lines:\nthis is the second.",
        "<a href=\"https://example.com/?a=1&b=2\">more</a> & <i>more</i>", "写真の説明 – تعليق",
        "Scan of a glass negative, \"no. 12\".",
      ])
  }

  /// Up to five words.
  var tags: [String] {
    let mask = random.number(.tags)
    return Photo.words.enumerated().filter { mask >> (3 * $0.offset) & 7 == 0 }.prefix(5).map(\.1)
  }

  private static let words = [
    "cat", "harbour", "fog", "night", "street", "film", "bird", "snow", "sea", "portrait",
    "архитектура", "桜", "café", "macro", "train", "sunset", "fire", "boat", "garden", "museum",
  ]

  private static let subjects = [
    "Morning fog", "Two boats", "Heron at dusk", "The old bakery", "Tram 28", "Nebel am Fluss",
    "Ein Fenster", "Les toits", "Marché aux fleurs", "Niño con cometa", "Gata en la ventana",
    "Утренний туман", "Старый мост", "Το παλιό λιμάνι", "朝の港", "猫と窓", "산책", "雨后的街道",
    "صباح ضبابي", "בוקר בנמל", "सुबह का कोहरा", "เช้าที่ท่าเรือ", "ნისლიანი დილა", "ማለዳ",
  ]

  private static let places = [
    "Lisboa", "Kyoto", "Göteborg", "São Paulo", "Київ", "القاهرة", "תל אביב", "서울", "दिल्ली",
    "Reykjavík", "Århus", "Hà Nội", "Αθήνα", "台北",
  ]

  /// Empty, blank, reserved, with separators, controls, marks, directions, markup or great length.
  private static let strange = [
    "", " ", ".", "..", ".hidden", "...and then", "trailing dot.", "trailing space ", "CON",
    "nul.txt", "a/b\\c", "../../etc/passwd", "C:\\photos\\1", "what? *really* <no> | \"yes\"",
    "tab\there", "line\nbreak", "bell\u{7}", "next\u{85}line", "e\u{301}te\u{301} (decomposed)",
    "\u{e9}t\u{e9} (composed)", "Z\u{351}\u{36b}\u{343}a\u{35b}l\u{346}g\u{350}o",
    "\u{202e}gpj.elbisrever", "\u{feff}with a mark", "zero\u{200b}width", "👩‍👩‍👧‍👦 family", "🏳️‍🌈", "🇮🇸🇯🇵",
    "100 % & more; $HOME `id` %s %n", "-rf", "~", "Straße STRASSE straße",
    String(repeating: "very long ", count: 40), String(repeating: "長", count: 200),
  ]
}
