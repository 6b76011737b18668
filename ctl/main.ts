import { runCtl } from './ctl.ts'

process.exitCode = await runCtl(process.argv.slice(2), process)
