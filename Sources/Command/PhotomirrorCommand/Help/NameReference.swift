/// The help on templates of names.
enum NameReference {
  static let text = """
    --name TEMPLATE gives the files of a mirror their paths, without extension:

      {owner}/{taken:yyyy-MM-dd}_{title}_{id}      as it is without --name
      {taken:yyyy}/{taken:MM}/{title:40|untitled}_{id}

    field        value
    {owner}      the owner's account id
    {ownername}  the owner's nickname or full name
    {title}      the title
    {id}         the photo's id; added at the end if it is not in the template, so
                 that no two photos have the same name
    {site}       the site that issued the id
    {license}    the name of the license
    {taken}      when the photo was taken, in local time, or else uploaded
    {uploaded}   when it was uploaded, UTC

    {title:40} is cut to 40 characters. {taken:FORMAT} has yyyy, MM, dd, HH, mm and
    ss with '-', '_', '.' and spaces between; a date that is not known to the day
    has only its known parts. {title|untitled} has the text after '|' if the value
    is missing; without it, the text up to the next field is left out too.

    Texts keep their letters and digits of every script; other characters become
    dashes. No name is longer than 160 bytes or leads out of the directory. Names
    that differ only in case get the site's name or a number.

    The mirror remembers the template. Photos keep the names that they have;
    'photomirror rename' gives them those of the template.
    """
}
