@rem package.json runs its commands by `exec`, so that a signal to npm reaches them. The shell of Windows has no exec.
@%*
