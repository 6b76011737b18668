import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll } from 'vitest'
import { runCtl } from '../../ctl/ctl.ts'
import { toPublicKeysJson } from '../support/system/keys.ts'
import { registerBasics } from '../support/system/registries.ts'
import { serverUrl, startSystem, type TestSystem } from '../support/system/system.ts'

/** What a command left behind. */
export interface CtlRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** What an import left behind. */
export interface Imported {
  readonly exitCode: number
  readonly stderr: string
  readonly summary: unknown
}

/** An operator with a data folder that names the system, and a place for files. */
export interface CtlWorld extends AsyncDisposable {
  readonly folder: string
  readonly run: (...args: string[]) => Promise<CtlRun>
  /** Runs with a terminal for stderr. */
  readonly runOnTerminal: (...args: string[]) => Promise<CtlRun>
  /** Runs with `--json`; throws if stdout is not exactly one JSON value. */
  readonly json: (...args: string[]) => Promise<unknown>
  /** Imports a file; the summary is there even if rows were bad. The lines of stderr are those for people. */
  readonly import: (
    noun: 'item' | 'stock' | 'history' | 'customer' | 'vendor' | 'order',
    path: string,
    ...flags: string[]
  ) => Promise<Imported>
  /** Writes a file into the folder and answers its path. */
  readonly file: (name: string, content: string | Uint8Array) => string
}

/** The system and the operator of a file's tests. */
export function useCtl(): { readonly system: TestSystem; readonly world: CtlWorld } {
  let started: { readonly system: TestSystem; readonly world: CtlWorld } | undefined
  beforeAll(async () => {
    const system = await startSystem({ services: ['auth', 'catalog', 'inventory'] })
    started = { system, world: createCtlWorld(system) }
    await registerBasics(system.call)
  })
  afterAll(async () => {
    await started?.world[Symbol.asyncDispose]()
    await started?.system[Symbol.asyncDispose]()
  })
  const present = () => {
    if (!started) throw new Error('The system is started before the first test')
    return started
  }
  return {
    get system() {
      return present().system
    },
    get world() {
      return present().world
    },
  }
}

export function createCtlWorld({ system, keysOf }: Pick<TestSystem, 'system' | 'keysOf'>): CtlWorld {
  const folder = mkdtempSync(join(tmpdir(), 'ctl-'))
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const files = { operatorKeyFile: 'operator.key', publicKeysFile: 'public-keys.json' }
  file(files.operatorKeyFile, keysOf('operator').key.export({ type: 'pkcs8', format: 'pem' }))
  file(files.publicKeysFile, toPublicKeysJson(keysOf('operator')))
  file('system.json', JSON.stringify({ system, rabbitmqUrl: serverUrl('RABBITMQ_URL'), ...files }))
  const run = (...args: string[]) => runWith({ DATA_DIR: folder }, args)
  return {
    folder,
    file,
    run,
    runOnTerminal: (...args) => runWith({ DATA_DIR: folder }, args, { isTTY: true }),
    async json(...args) {
      const { exitCode, stdout, stderr } = await run(...args, '--json')
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stderr}`)
      if (!/^[^\n]+\n$/.test(stdout)) throw new Error(`not one line: ${stdout}`)
      return JSON.parse(stdout)
    },
    async import(noun, path, ...flags) {
      const { exitCode, stdout, stderr } = await run(noun, 'import', path, ...flags, '--json')
      const lines = stderr.split('\n').filter((line) => line !== '')
      const told = lines.map((line) => {
        const { line: row, message } = JSON.parse(line)
        return row === undefined ? `${message}\n` : `line ${row}: ${message}\n`
      })
      return { exitCode, stderr: told.join(''), summary: stdout === '' ? undefined : JSON.parse(stdout) }
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a command with nothing in its environment but `env`. */
export async function runWith(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  { isTTY = false } = {},
): Promise<CtlRun> {
  const stdout = new Collected()
  const stderr = Object.assign(new Collected(), { isTTY })
  const exitCode = await runCtl(args, { stdout, stderr, env })
  return { exitCode, stdout: stdout.text, stderr: stderr.text }
}

class Collected extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.text += chunk.toString()
    done()
  }
}
