import { runCtl } from './ctl.ts'

// `ctl … | head` closes the pipe when it has read enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
const onInterrupt = (stop: () => void) => {
  process.once('SIGINT', stop)
  return () => void process.off('SIGINT', stop)
}
const { stdout, stderr, env } = process
process.exitCode = await runCtl(process.argv.slice(2), { stdout, stderr, env, onInterrupt })
