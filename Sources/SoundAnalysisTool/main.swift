private import Glibc

// A reader that goes away, such as `head`, shows as an error of `write` instead of ending the process.
_ = signal(SIGPIPE, SIG_IGN)
exit(SoundAnalysisCommand.run(Argument.ofThisProcess, console: Console()).rawValue)
