import Glibc

exit(Server.run(CommandLine.arguments.dropFirst()))
