import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compiled } from '../../../local/processes/program-paths.ts'

export interface Session {
  /** Where files are written that the commands make. */
  readonly folder: string
  /** The data folder of the running system. */
  readonly dataDir: string
}

const END_OF_STEP = '\0'
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

/** `npm run` would build what is being tested. No command waits for ever. */
const PRELUDE = `exec 2>&1
curl() { command curl --max-time 60 "$@"; }
npm() { [ "$1 $2 $3 $4" = "run -s ctl --" ] || return 1; shift 4; node '${compiled('ctl/main.js')}' "$@"; }
`

/** Runs the commands one after the other in one shell, and resolves with what a terminal would show of each. */
export async function play(commands: readonly string[], { folder, dataDir }: Session): Promise<string[]> {
  const script = PRELUDE + commands.map((command) => `${command}\nprintf '\\0'\n`).join('')
  const { PATH, HOME } = process.env
  const options = { cwd: folder, env: { PATH, HOME, DATA_DIR: dataDir }, maxBuffer: MAX_OUTPUT_BYTES }
  const { stdout } = await promisify(execFile)('bash', ['-c', script], options)
  // Lines of CSV end as RFC 4180 has it, which a terminal does not show.
  return stdout.replaceAll('\r\n', '\n').split(END_OF_STEP).slice(0, -1)
}
