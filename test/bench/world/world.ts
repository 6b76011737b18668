import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Servers, startServers } from '../../../local/servers/servers.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { buildStock, type StockSize } from '../build/build-stock.ts'
import type { Stage } from '../workloads.ts'
import type { Contestant } from './contestant.ts'
import { type OurOptions, type OurSystem, startOurs, WITHOUT_REPORTS } from './our-system.ts'
import { type PeerSpec, startPeer } from './peer.ts'
import { copyStock, type PeerStock, readStock } from './peer-stock.ts'

/** Running servers and contestants, with their data. */
export interface World extends AsyncDisposable {
  readonly servers: Servers
  readonly contestants: readonly Contestant[]
  readonly ours: OurSystem
  readonly stage: Stage
  readonly dataDir: string
  /** The name of our system at the servers. */
  readonly system: string
}

export interface WorldOptions {
  readonly size: StockSize
  readonly peers: readonly PeerSpec[]
  /** Whether there is a system that answers from memory. */
  readonly withMemory?: boolean
  /** Our services that are not started. */
  readonly leftOut?: OurOptions['leftOut']
  readonly say: (line: string) => void
}

const SYSTEM = 'bench'

export async function startWorld({ size, peers, withMemory = true, leftOut = [], say }: WorldOptions): Promise<World> {
  const owner = createOwner()
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-bench-'))
  owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  try {
    const { servers, urls } = await ownServers(dataDir, say)
    owner.defer(() => servers.stop())
    const common = { urls, dataDir, say }
    const stock = await buildOurStock(size, common)
    say('Starting the Inventory Service')
    const ours = owner.own(await startOurs({ ...common, system: SYSTEM, leftOut }))
    const fromMemory = withMemory
      ? owner.own(await startOurs({ ...common, system: `${SYSTEM}-memory`, fromMemory: true }))
      : ours

    const { token } = ours.door
    const publicKeyPem = await publicKeyOf(ours)
    const contestants: Contestant[] = [
      {
        name: 'ours',
        title: 'Inventory Service',
        family: 'ours',
        variant: 'ours',
        memory: fromMemory.door,
        stock: ours.door,
      },
    ]
    for (const spec of peers) {
      await copyStock(spec, stock, urls.MONGODB_URI)
      contestants.push(owner.own(await startPeer(spec, { ...common, token, publicKeyPem })))
    }
    const lots = stock.lots.map(({ _id, shortID, wID }) => ({
      recNo: Number(_id),
      shortID: String(shortID),
      wID: Number(wID),
    }))
    const stage = { items: stock.items.length, lots }
    return {
      servers,
      contestants,
      ours,
      stage,
      dataDir,
      system: SYSTEM,
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}

/** Builds and reads the stock with processes that end then: those that are measured are as new as the peers'. */
async function buildOurStock(
  size: StockSize,
  common: Pick<OurOptions, 'urls' | 'dataDir' | 'say'>,
): Promise<PeerStock> {
  const { urls, dataDir, say } = common
  say('Building the stock')
  await using builder = await startOurs({ ...common, system: SYSTEM, leftOut: WITHOUT_REPORTS })
  await registerBasics(builder.call)
  await buildStock(size, { mongoUri: urls.MONGODB_URI, system: SYSTEM, dataDir, together: 1, say })
  return await readStock(builder.door)
}

/** The servers in the environment, or newly started ones. */
export async function ownServers(dataDir: string, say: (line: string) => void) {
  const { MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env
  const given = {
    ...(MONGODB_URI && { MONGODB_URI }),
    ...(RABBITMQ_URL && { RABBITMQ_URL }),
    ...(REDIS_URL && { REDIS_URL }),
  }
  say('Starting the servers')
  const servers = await startServers({ dataDir: resolve(dataDir), given, report: say })
  return { servers, urls: servers.urls }
}

async function publicKeyOf({ call }: OurSystem): Promise<string> {
  const { keys } = await call(auth.getTokenVerification, { after: 0 })
  const [key] = keys
  if (!key) throw new Error('auth has no key')
  return key.publicKeyPem
}
