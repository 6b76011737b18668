import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../../local/processes/run-command.ts'
import { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import { type ServerUrls, type ServiceName, serviceNames } from '../../../local/services.ts'
import type { KeyFiles } from '../../../local/system-files.ts'
import { createOwner } from '../../../shared/process/disposal.ts'

export interface RunningCheckout extends AsyncDisposable {
  /** Address of the gateway, up to `/api/v1`. */
  readonly url: string
  /** Runs a command of the operator, and resolves with what it prints as JSON. */
  ctl(...args: readonly string[]): Promise<unknown>
}

interface Options {
  /** Root of a checkout that is built. */
  readonly folder: string
  readonly system: string
  readonly keys: KeyFiles
  /** The file with the secret of all that is stored. */
  readonly secretFile: string
  readonly logs: string
  readonly urls: ServerUrls
}

/** Starts the processes of a checkout of any version, as its `npm start` does. */
export async function startCheckout({
  folder,
  system,
  keys,
  secretFile,
  logs,
  urls,
}: Options): Promise<RunningCheckout> {
  const owner = createOwner()
  const dist = join(folder, 'dist')
  const port = await findFreePort()
  const variables = {
    SYSTEM_NAME: system,
    ...keys.ofOperator,
    // The earlier name, in versions of which all processes had one secret.
    SYSTEM_SECRET_FILE: secretFile,
    RATE_LIMIT_PER_MINUTE: '1000000000',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    CONSOLE: 'off',
    PORT: String(port),
    ...urls,
  }
  const folderOf = (name: ServiceName) => (name === 'gateway' ? 'gateway' : `services/${name}`)
  // Not every version has every service.
  const present = serviceNames.filter((name) => existsSync(join(folder, folderOf(name))))
  const processes = present.map((name) => {
    const file = join(dist, folderOf(name), 'main.js')
    if (!existsSync(file)) throw new Error(`${file} is missing: build the checkout (npm run build)`)
    const logFile = join(logs, `${name}.log`)
    const command = process.execPath
    return new SupervisedProcess({
      ...{
        name,
        command,
        args: [file],
        env: { ...process.env, ...variables, ...keys.of(name), STORAGE_SECRET_FILE: secretFile },
        logFile,
        graceMs: 12_000,
      },
      report: console.error,
    })
  })
  owner.defer(() => Promise.all(processes.map((one) => one.stop())))
  try {
    await Promise.all(processes.map((one) => one.start()))
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    async ctl(...args) {
      const printed = await runCommand(process.execPath, [join(dist, 'ctl/main.js'), ...args, '--json'], {
        env: variables,
      })
      return JSON.parse(printed)
    },
    [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
  }
}
