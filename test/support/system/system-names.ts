import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'
import { serviceNames } from '../../../local/services.ts'
import { eventQueues } from '../../../shared/contract/events.ts'
import { serverUrl } from '../servers/server-url.ts'
import { uniqueSystem } from '../servers/system-name.ts'

/** Names of systems that have ended. Their databases are empty and keep collections and indexes, which take seconds to make. */
const free: string[] = []

/** The name of a system that does not run, and of which nothing is stored. */
export function takeSystemName(): string {
  return free.shift() ?? uniqueSystem()
}

/** Removes all that a system that has ended has stored on the servers of the environment, so that another one can have its name. */
export async function giveSystemNameBack(system: string): Promise<void> {
  await Promise.all([emptyDatabases(system), deleteQueues(system), deleteKeys(system)])
  free.push(system)
}

async function emptyDatabases(system: string): Promise<void> {
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  const empty = async (name: string) => {
    const database = connection.useDb(`${system}-${name}`)
    const collections = await database.listCollections()
    await Promise.all(collections.map((collection) => database.collection(collection.name).deleteMany({})))
  }
  await Promise.all(serviceNames.map(empty))
  await connection.close()
}

async function deleteQueues(system: string): Promise<void> {
  const connection = await connect(serverUrl('RABBITMQ_URL'))
  const channel = await connection.createChannel()
  // Those of calls outlive their service by 2 s: calls to one that the next system lacks would wait in them for a response.
  const ofCalls = serviceNames.map((service) => `rpc.${service}`)
  for (const queue of [...Object.values(eventQueues), ...ofCalls]) await channel.deleteQueue(`${system}.${queue}`)
  await connection.close()
}

async function deleteKeys(system: string): Promise<void> {
  const redis = new Redis(serverUrl('REDIS_URL'))
  const keys = await redis.keys(`${system}:*`)
  if (keys.length > 0) await redis.del(keys)
  await redis.quit()
}
