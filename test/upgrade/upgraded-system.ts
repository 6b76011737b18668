import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiled } from '../../local/processes/program-paths.ts'
import { runCommand } from '../../local/processes/run-command.ts'
import { type ServiceName, serviceNames } from '../../local/services.ts'
import { ensureKeyFiles } from '../../local/system-files.ts'
import { connectMongo } from '../../shared/database/mongo.ts'
import { createCapturedLog } from '../support/checks/captured-log.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { uniqueSystem } from '../support/servers/system-name.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'
import { type ClientName, type DataSet, loadDatabase } from './data-set.ts'
import type { Get } from './read-everything.ts'

export interface Sent {
  readonly client?: ClientName
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Today's version on the data of an earlier one. */
export interface UpgradedSystem extends TestSystem {
  /** Sends a request, by default as the first client, which has every permission of the earlier version. */
  send(method: string, path: string, sent?: Sent): Promise<{ readonly status: number; readonly text: string }>
  readonly get: Get
}

/** Loads a data set into new databases, migrates each as an operator does, and starts today's version on them. */
export async function startUpgraded({ databases, recorded, secret, clients }: DataSet): Promise<UpgradedSystem> {
  const name = uniqueSystem()
  for (const [service, collections] of Object.entries(databases))
    await load(`${name}-${service}`, collections, recorded)
  await Promise.all(
    serviceNames.filter((service) => service in databases).map((service) => migrate(service, name, secret)),
  )

  await migrate('inventory', name, secret, '--after-update')

  const system = await startSystem({ stored: { system: name, storageSecret: Buffer.from(secret) } })
  const signIn = async (client: ClientName) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...clients[client] })
    const answer = await fetch(`${system.url}/Token`, { method: 'POST', body })
    return String(Object(await answer.json()).access_token)
  }
  const tokens = { first: await signIn('first'), second: await signIn('second') }
  const send: UpgradedSystem['send'] = async (method, path, { client = 'first', headers, body } = {}) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const all = { authorization: `Bearer ${tokens[client]}`, 'content-type': 'application/json', ...headers }
    const answer = await fetch(system.url + path, { method, headers: all, ...json })
    return { status: answer.status, text: await answer.text() }
  }
  return {
    ...system,
    send,
    async get(path) {
      const { status, text } = await send('GET', path)
      return { status, answer: JSON.parse(text) }
    },
  }
}

async function load(database: string, collections: Parameters<typeof loadDatabase>[1], recorded: Date): Promise<void> {
  const { log } = createCapturedLog()
  const connection = await connectMongo({ uri: serverUrl('MONGODB_URI'), database, poolSize: 4, log })
  try {
    await loadDatabase(connection, collections, recorded)
  } finally {
    await connection.close()
  }
}

/** Runs the compiled service with `--migrate`. */
async function migrate(service: ServiceName, system: string, secret: string, ...further: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-upgrade-'))
  try {
    const env = { SYSTEM_NAME: system, ...ensureKeyFiles(folder).of(service), STORAGE_SECRET: secret }
    const servers = { MONGODB_URI: serverUrl('MONGODB_URI'), RABBITMQ_URL: serverUrl('RABBITMQ_URL') }
    await runCommand(process.execPath, [compiled(`services/${service}/main.js`), '--migrate', ...further], {
      env: { ...env, ...servers },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
