private import Glibc

// A reader that goes away, such as `head`, shows as an error of `write` instead of ending the process.
_ = signal(SIGPIPE, SIG_IGN)
// So does a file that grows beyond what the user may write.
_ = signal(SIGXFSZ, SIG_IGN)
exit(SoundAnalysisCommand.run(Argument.ofThisProcess, console: Console()).rawValue)
