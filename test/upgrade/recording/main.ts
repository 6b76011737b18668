import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import mongoose from 'mongoose'
import type { startServers } from '../../../local/servers/servers.ts'
import { serviceNames } from '../../../local/services.ts'
import { ensureKeyFiles } from '../../../local/system-files.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { unique } from '../../support/records/factories.ts'
import { type ClientName, type DataSet, dumpDatabase, fileOf, writeDataSet } from '../data-set.ts'
import { readEverything, readFeed } from '../read-everything.ts'
import { recordCatalog } from './catalog-history.ts'
import { type RunningCheckout, startCheckout } from './checkout.ts'
import { createDoor } from './door.ts'
import { recordOrders } from './order-history.ts'
import {
  recordAssociates,
  recordClients,
  recordForeignOrders,
  recordManagedClients,
  recordRegistries,
} from './registry-history.ts'
import { recordStock } from './stock-history.ts'
import { recordCounts, recordTransits } from './transit-history.ts'
import { recordReplay, recordResend, recordWebhooks, startReceiver } from './webhook-history.ts'

/** npm run upgrade-data -- FOLDER VERSION: records the data set of the version that is checked out and built in FOLDER. */
const [folder, version] = process.argv.slice(2)
if (folder === undefined || version === undefined) throw new Error('Usage: npm run upgrade-data -- FOLDER VERSION')
const bytes = writeDataSet(fileOf(version), await record(resolve(folder), version))
console.log(`test/upgrade/data/${version}.json.gz: ${bytes} bytes`)

async function record(folder: string, version: string): Promise<DataSet> {
  await using owner = createOwner()
  const work = mkdtempSync(join(tmpdir(), 'inventory-upgrade-'))
  owner.defer(async () => rmSync(work, { recursive: true, force: true }))
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  const given = {
    ...(MONGODB_URI && { MONGODB_URI }),
    ...(RABBITMQ_URL && { RABBITMQ_URL }),
    ...(REDIS_URL && { REDIS_URL }),
  }
  const servers = await startServersOf(folder, { dataDir: work, given, report: console.log })
  owner.defer(servers.stop)
  const system = unique('upgrade').toLowerCase()
  const keys = ensureKeyFiles(work)
  const secretFile = join(work, 'auth.secret')
  const receiver = owner.own(await startReceiver())

  const checkout = await startCheckout({
    ...{ folder, system, keys, secretFile },
    ...{ logs: join(work, 'logs'), urls: servers.urls },
  })
  const made = await makeHistory(checkout).finally(() => checkout[Symbol.asyncDispose]())

  async function makeHistory({ url, ctl }: RunningCheckout) {
    const document = JSON.parse(readFileSync(join(folder, 'gateway/openapi.json'), 'utf8'))
    const operations = operationsOf(document)
    await recordRegistries(ctl)
    if (!operations.has('POST /Customer')) await recordAssociates(ctl)
    const clients = await recordClients(ctl)
    const tokens = { first: await tokenOf(url, clients.first), second: await tokenOf(url, clients.second) }
    const door = createDoor({ url, operations, tokens })
    const rec = await recordWebhooks(door, receiver)
    await recordCatalog(door)
    await recordForeignOrders(ctl)
    await recordStock(door)
    await recordOrders(door)
    await recordTransits(door)
    await recordCounts(door)
    await recordManagedClients(door)
    await recordResend(door, rec)
    await recordReplay(door, rec)
    const missing = door.missing()
    if (missing.length > 0) throw new Error(`The history lacks steps for ${missing.join(', ')}`)
    const reads = await readEverything(document, door.get)
    return { clients, exchanges: door.exchanges, reads, feed: await readFeed(door.get) }
  }

  const connection = await mongoose.createConnection(servers.urls.MONGODB_URI).asPromise()
  owner.defer(() => connection.close())
  const databases: Record<string, Awaited<ReturnType<typeof dumpDatabase>>> = {}
  for (const service of serviceNames.filter((name) => name !== 'gateway')) {
    const database = connection.useDb(`${system}-${service}`)
    databases[service] = await dumpDatabase(database)
    await database.dropDatabase()
  }
  return { version, recorded: new Date(), secret: readFileSync(secretFile, 'utf8').trim(), ...made, databases }
}

/** Starts the servers that are not given, in the way of the version: a version may not run on the local database of a later one. */
async function startServersOf(folder: string, options: Parameters<typeof startServers>[0]) {
  const places = ['dist/local/servers/servers.js', 'dist/local/servers.js'].map((file) => join(folder, file))
  const file = places.find(existsSync) ?? ''
  // The function is the same in all versions.
  const local = (await import(file)) as { readonly startServers: typeof startServers }
  return local.startServers(options)
}

/** What a version offers, such as `POST /Transit`, by its OpenAPI document. */
function operationsOf(document: { readonly paths: Readonly<Record<string, object>> }): ReadonlySet<string> {
  const paths = Object.entries(document.paths)
  return new Set(
    paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)),
  )
}

async function tokenOf(url: string, credentials: DataSet['clients'][ClientName]): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...credentials })
  const answer = await fetch(`${url}/Token`, { method: 'POST', body })
  const { access_token } = Object(await answer.json())
  if (typeof access_token !== 'string') throw new Error(`No token: ${answer.status}`)
  return access_token
}
