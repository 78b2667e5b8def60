struct Fourth { var outside: Outside? }
