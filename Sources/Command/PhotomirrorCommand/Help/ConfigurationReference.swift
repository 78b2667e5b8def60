/// The help on the configuration.
enum ConfigurationReference {
  static let text = """
    The configuration is ~/.config/photomirror/config.toml (in $XDG_CONFIG_HOME if
    set), or the file that PHOTOMIRROR_CONFIG names. It is a TOML file:

      [sync]                      # options of every run of 'photomirror sync'
      jobs = 4
      sidecar = ["xmp", "json"]

      [provider.flickr]           # settings of a provider
      key_file = "~/.config/photomirror/flickr.key"

      [mirror.holidays]           # run it with 'photomirror sync holidays'
      source = "flickr:user/12345678@N00"
      directory = "~/Pictures/holidays"
      size = "Large"              # any option of 'photomirror sync', without '--'

    'photomirror sync --all' runs all mirrors, one after another. A flag is true or
    false; an option that can be repeated takes a list.

    Other commands take the name of a mirror too, wherever they take a SOURCE or a
    DIRECTORY: 'photomirror repair holidays', 'photomirror list holidays'. A word
    with a slash is always a directory. They use the mirror's catalog, provider and
    network options, limits and thumbnails, even if its directory is given.

    catalog, a key of a mirror or of [sync], is the PostgreSQL database with the
    mirror's catalog, such as "postgresql://me@db/{name}". An empty text means a
    file in DIRECTORY. Passwords belong in ~/.pgpass.

    verify = "weekly" (hourly, daily) and verify-for = "20m", keys of a mirror or of
    [sync], have 'schedule' make a timer that reads for so long the files that were
    not verified for longest: 'photomirror verify --scheduled NAME'.

    ping, a key of a mirror or of [sync], is the address of a monitor that gets a
    request for each run, as at healthchecks.io: /start, then the address itself or
    /STATUS, with the summary. Who knows the address can write there: give the
    configuration mode 600, or name a file with it by ping-file.

    In [sync], {name} is the mirror's name in catalog, ping, log-file, report and
    metrics: metrics = "~/metrics/{name}.prom" keeps the mirrors apart if each has a
    timer. A run of no mirror of the configuration leaves such a value out.

    Each value comes from the first of: the command line, the environment, the
    table of the mirror, the table [sync], the default. The variable of an option is
    PHOTOMIRROR_ and its name, such as PHOTOMIRROR_MAX_RATE; that of a setting has
    the provider's name too, such as PHOTOMIRROR_FLICKR_KEY. 'photomirror config
    show' shows each value with its origin.

    The file must not contain secrets. SETTING_file names a file that contains one,
    of mode 600; SETTING_environment an environment variable; SETTING_command a
    command that writes it within 30 seconds, as a text for the shell or a list of
    words. A service of systemd can pass it as the credential PROVIDER.SETTING.
    """
}
