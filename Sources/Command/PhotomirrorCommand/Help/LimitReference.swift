/// The help on limits of runs and of decoding; the options themselves follow from their table.
enum LimitReference {
  static let text = """
    Limits of a run end it in order: what is finished is kept, and the same command
    continues later. 'import', 'adopt', 'repair', 'work' and 'fetch' have some of
    them too.

    Limits of decoding are for one image: 'sync' does not decode an image that
    exceeds one, and says so; 'check' and 'thumbnail' report it. Decoders run in
    processes of their own, which cannot exceed the memory and the CPU time, so
    that an image that was made to exhaust the machine costs one photo. Raise a
    limit for photos that you trust, such as panoramas:

        photomirror sync flickr:recent photos --max-memory 2048

    'check' and 'thumbnail' have --max-edge, --max-scans and --max-warnings too.
    """
}
