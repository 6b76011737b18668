import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = join(new URL('../../..', import.meta.url).pathname, 'dist/client/src/command/main.js')

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running command. */
interface Running {
  readonly process: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when an output matches; rejects if the command ends before. */
  printed(pattern: RegExp): Promise<void>
  /** Sends the signal, if one is given, and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>
}

export interface CommandLine extends Disposable {
  /** A folder of this command line alone; it is also `XDG_CONFIG_HOME`. */
  readonly folder: string
  run(args: readonly string[], options?: RunOptions): Promise<Ended>
  start(args: readonly string[], options?: RunOptions): Running
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** `inventory` in a process of its own, with these variables in its environment. */
export function createCommandLine(own: Readonly<Record<string, string>> = {}): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'command-test-'))
  const started = new Set<ChildProcess>()

  const start = (args: readonly string[], { env = {}, input = '' }: RunOptions = {}): Running => {
    const given = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...own, ...env }
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: given, cwd: folder })
    started.add(child)
    const texts = { stdout: '', stderr: '' }
    const news = new EventEmitter()
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text
        news.emit('news')
      })
    const closed = once(child, 'close').then(() => {
      started.delete(child)
      news.emit('news')
    })
    child.stdin.on('error', () => undefined).end(input)
    return {
      process: child,
      stdout: () => texts.stdout,
      stderr: () => texts.stderr,
      async printed(pattern) {
        while (!pattern.test(texts.stdout) && !pattern.test(texts.stderr)) {
          if (!started.has(child)) throw new Error(`Ended without ${pattern}: ${JSON.stringify(texts)}`)
          await once(news, 'news')
        }
      },
      async end(signal) {
        if (signal) child.kill(signal)
        await closed
        return { code: child.exitCode, ...texts }
      },
    }
  }

  return {
    folder,
    start,
    run: (args, options) => start(args, options).end(),
    [Symbol.dispose]() {
      for (const child of started) child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}

/** The environment with the credentials of a client. */
export const credentialsOf = (url: string, client: { readonly clientId: string; readonly clientSecret: string }) => ({
  INVENTORY_URL: url,
  INVENTORY_CLIENT_ID: client.clientId,
  INVENTORY_CLIENT_SECRET: client.clientSecret,
})
