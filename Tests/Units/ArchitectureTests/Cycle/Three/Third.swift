enum Third { case a(First) }
