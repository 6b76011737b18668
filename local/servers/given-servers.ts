import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import { ConnectionString } from 'mongodb-connection-string-url'
import mongoose from 'mongoose'
import { closeConnection } from '../../shared/messaging/amqp/amqp-link.ts'
import type { ServerUrls } from './servers.ts'

const TIMEOUT_MS = 5_000

/** Checks that the servers whose addresses are given answer; throws an error that names those which do not. */
export async function checkGivenServers(given: Partial<ServerUrls>): Promise<void> {
  const checks = [
    check('MONGODB_URI', given, ['mongodb', 'mongodb+srv'], checkMongodb),
    check('RABBITMQ_URL', given, ['amqp', 'amqps'], checkRabbitmq),
    check('REDIS_URL', given, ['redis', 'rediss'], checkRedis),
  ]
  const faults = (await Promise.all(checks)).filter((fault) => fault !== undefined)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function check(
  variable: keyof ServerUrls,
  given: Partial<ServerUrls>,
  schemes: readonly string[],
  connects: (url: string) => Promise<void>,
): Promise<string | undefined> {
  const url = given[variable]
  if (url === undefined) return undefined
  const hosts = schemes.some((scheme) => url.startsWith(`${scheme}://`)) ? hostsOf(url) : undefined
  if (hosts === undefined)
    return `${variable} must be an address like ${schemes.map((scheme) => `${scheme}://…`).join(' or ')}`
  try {
    await connects(url)
    return undefined
  } catch (error) {
    return `${variable}: no server answers at ${hosts} (${error instanceof Error ? error.message : error})`
  }
}

/** A connection string of MongoDB may name several servers. Errors of its library would contain the password. */
function hostsOf(url: string): string | undefined {
  try {
    return new ConnectionString(url, { looseValidation: true }).hosts.join(', ')
  } catch {
    return URL.canParse(url) ? new URL(url).host : undefined
  }
}

async function checkMongodb(url: string): Promise<void> {
  const options = { serverSelectionTimeoutMS: TIMEOUT_MS, connectTimeoutMS: TIMEOUT_MS }
  const connection = await mongoose.createConnection(url, options).asPromise()
  await connection.close()
}

async function checkRabbitmq(url: string): Promise<void> {
  await closeConnection(await connect(url, { timeout: TIMEOUT_MS }))
}

async function checkRedis(url: string): Promise<void> {
  const options = { lazyConnect: true, connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS, maxRetriesPerRequest: 0 }
  const redis = new Redis(url, { ...options, retryStrategy: () => null })
  let cause: Error | undefined
  redis.on('error', (error: Error) => {
    cause ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    // What the command fails with says only that there is no connection.
    throw cause ?? error
  } finally {
    redis.disconnect()
  }
}
