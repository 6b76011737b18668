import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import mongoose from 'mongoose'
import { findProgram } from '../processes/program-paths.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { createDocumentdb } from './documentdb.ts'
import type { LocalServer, ServerOptions } from './local-server.ts'
import { findFreePort } from './ports.ts'

const REPLICA_SET = 'rs0'
/**
 * How long a transaction whose process was killed keeps its locks, in seconds; MongoDB's default is 60. None of ours takes
 * longer: a write has 8 s.
 */
const TRANSACTION_LIFETIME_SECONDS = 10

/** A private database: mongod as a replica set of one member if it is on the PATH, else DocumentDB behind our gateway. */
export async function createMongodb(options: ServerOptions): Promise<LocalServer> {
  return findProgram('mongod') ? createReplicaSet(options) : createDocumentdb(options, TRANSACTION_LIFETIME_SECONDS)
}

async function createReplicaSet({ dataDir, report }: ServerOptions): Promise<LocalServer> {
  const folder = join(dataDir, 'mongodb')
  mkdirSync(folder, { recursive: true })
  const port = await findFreePort()
  const url = `mongodb://127.0.0.1:${port}/?directConnection=true`
  const mongod = new SupervisedProcess({
    name: 'mongodb',
    command: 'mongod',
    args: [
      ...['--replSet', REPLICA_SET, '--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', folder],
      ...['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_LIFETIME_SECONDS}`],
    ],
    logFile: join(dataDir, 'logs', 'mongodb.log'),
    probe: () => becomePrimary(url, `127.0.0.1:${port}`),
    graceMs: 10_000,
    report,
  })
  return { url, processes: [mongod] }
}

// Every start uses another port, so every start reconfigures the set with its address.
async function becomePrimary(url: string, host: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 1_000 })
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (hello.isWritablePrimary && hello.me === host) return
    const members = [{ _id: 0, host }]
    const stored = await client.db('local').collection('system.replset').findOne({}, { readPreference: 'nearest' })
    if (!stored) await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } })
    else if (stored.members?.[0]?.host !== host) {
      const config = {
        _id: REPLICA_SET,
        version: Number(stored.version) + 1,
        protocolVersion: stored.protocolVersion,
        members,
      }
      await admin.command({ replSetReconfig: config, force: true })
    }
    throw new Error('not primary yet')
  } finally {
    await client.close()
  }
}
