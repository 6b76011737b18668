import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled } from '../../../local/processes/program-paths.ts'
import { findFreePort } from '../../../local/servers/ports.ts'

/** The whole system with its demo data, as `npm start` runs it. */
export interface StartedSystem extends AsyncDisposable {
  /** Up to the port. */
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  /** What it said up to its welcome. */
  readonly said: string
}

/** Starts the compiled system in a data folder; the environment says which servers and which limits. It must end with the exit code 0. */
export async function startAsUsersDo(dataDir: string, variables: NodeJS.ProcessEnv = {}): Promise<StartedSystem> {
  const port = await findFreePort()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, CONSOLE: 'off', ...variables, DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(process.execPath, [compiled('local/start.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  const said = await untilWelcome(child)
  // The system has written this file.
  const client = JSON.parse(readFileSync(join(dataDir, 'demo-client.json'), 'utf8')) as Record<string, string>
  return {
    origin: `http://localhost:${port}`,
    clientId: client.clientId ?? '',
    clientSecret: client.clientSecret ?? '',
    said,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const [code, signal] = await ended
      process.off('exit', kill)
      if (code !== 0) throw new Error(`It ended with ${signal ?? code}`)
    },
  }
}

/** Resolves with what `npm start` says up to its welcome; rejects with that if it ends. */
export async function untilWelcome(child: ChildProcess, onText: (text: string) => void = () => undefined) {
  const said: string[] = []
  return new Promise<string>((resolve, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      output?.on('data', (text: Buffer) => {
        said.push(text.toString())
        onText(text.toString())
        if (said.join('').includes('is ready.')) resolve(said.join(''))
      })
    }
    child.once('exit', (code, signal) => reject(new Error(`It ended (${signal ?? code}): ${said.join('')}`)))
  })
}
