import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../../local/processes/program-paths.ts'

const BLOCK = /^```bash\n([\s\S]*?)^```$/m

/** The commands of the README that lead to the first event. */
export const firstEventCommands = (readme: string): string[] =>
  (BLOCK.exec(readme)?.[1] ?? '').split('\n').filter((line) => line !== '')

/** A terminal with the command `inventory`, which the tests have compiled; the first command would build it. */
export async function openTerminal(folder: string) {
  const shell = spawn('bash', [], { cwd: folder, env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder } })
  let shown = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  const type = (command: string) => shell.stdin.write(`${command}\n`)
  type(`exec 2>&1; set -m; inventory() { '${process.execPath}' '${compiled('client/src/command/main.js')}' "$@"; }`)
  return {
    type,
    /** Resolves when this has been shown. */
    async until(text: string) {
      while (!shown.includes(text)) await once(shell.stdout, 'data')
    },
    async [Symbol.asyncDispose]() {
      const ended = once(shell, 'close')
      // With job control, which a terminal has, a job ends as a whole.
      type('kill %1; wait; exit')
      await ended
    },
  }
}
