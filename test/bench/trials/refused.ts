import { Redis } from 'ioredis'
import type { Loader } from '../loader.ts'
import { measure, ownMicros, type Sample } from '../measure.ts'
import { median } from '../statistics.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** The CPU time of checking a request, and of refusing one (P10). */
export interface RefusedResult {
  /** CPU time of the gateway for a request that passes token and rate limit and ends there, because its path is unknown. */
  readonly allowedMicros: number
  readonly allowedRedisMicros: number
  readonly refusedMicros: number
  /** Commands that Redis got while requests were refused, without those of this measurement. */
  readonly redisCommands: number
  readonly refused: number
}

const LIMIT = 100

export async function measureRefusals(world: World, loader: Loader, options: TrialOptions): Promise<RefusedResult> {
  const { ours, servers } = world
  await using redis = connectRedis(servers.urls.REDIS_URL)
  const requests = [{ method: 'GET' as const, path: '/NoSuchPath' }]
  const limited = await ours.add('gateway', { env: { RATE_LIMIT_PER_MINUTE: String(LIMIT) } })
  const door = (url: string, process: (typeof limited)['process']) => ({ ...ours.door, url, processes: [process] })
  const [gateway] = ours.door.processes
  if (!gateway) throw new Error('There is no gateway')
  const allowed: Sample[] = []
  const refused: Sample[] = []
  for (let round = 0; round < options.rounds; round++)
    allowed.push(await measure(world, loader, door(ours.door.url, gateway), { ...options, requests }))
  // Uses up a new window of one minute; the measurement fits into it. A gateway that has just started may avoid Redis for a second.
  await redis.forgetWindows()
  await measure(world, loader, door(limited.url, limited.process), {
    ...options,
    seconds: 3,
    warmUpSeconds: 0,
    requests,
  })
  const before = await redis.commands()
  for (let round = 0; round < options.rounds; round++)
    refused.push(
      await measure(world, loader, door(limited.url, limited.process), { ...options, warmUpSeconds: 0, requests }),
    )
  const redisCommands = (await redis.commands()) - before
  await limited.process.stop()
  return {
    allowedMicros: median(allowed.map((sample) => microsPer(404, sample))),
    allowedRedisMicros: median(allowed.map((sample) => microsPer(404, sample, 'redis'))),
    refusedMicros: median(refused.map((sample) => microsPer(429, sample))),
    redisCommands,
    refused: refused.reduce((sum, { failed }) => sum + (failed[429] ?? 0), 0),
  }
}

/** A sample has CPU time per success; here refusals are counted instead. */
function microsPer(status: number, sample: Sample, process?: string): number {
  const micros = process === undefined ? ownMicros(sample) : (sample.cpuMicros[process] ?? Number.NaN)
  return (micros * Math.max(sample.succeeded, 1)) / (sample.failed[status] ?? 0)
}

/** Counts commands by INFO commandstats, without INFO itself. */
function connectRedis(url: string) {
  const client = new Redis(url)
  return {
    async commands(): Promise<number> {
      const lines = (await client.info('commandstats')).split('\r\n')
      const counts = lines.flatMap((line) => {
        const [, name, calls] = /^cmdstat_([^:]+):calls=(\d+)/.exec(line) ?? []
        return name === undefined || IDLE_COMMANDS.has(name) ? [] : Number(calls)
      })
      return counts.reduce((sum, count) => sum + count, 0)
    },
    /** The connections of other gateways have begun them. */
    async forgetWindows(): Promise<void> {
      const keys = await client.keys('*:rate:*')
      if (keys.length > 0) await client.del(keys)
    },
    [Symbol.asyncDispose]: async () => void (await client.quit()),
  }
}

/** Commands that belong to no request: those of this measurement, and of connections themselves. */
const IDLE_COMMANDS = new Set(['info', 'ping', 'client|setinfo', 'client|setname', 'hello', 'quit'])
