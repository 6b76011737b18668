import { runCtl } from './ctl.ts'

// `ctl … | head` closes the pipe when it has read enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
}
process.exitCode = await runCtl(process.argv.slice(2), process)
