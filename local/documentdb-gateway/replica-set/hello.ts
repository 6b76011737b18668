import { type Document, ObjectId } from 'bson'
import { type ClusterClock, toTimestamp } from './cluster-clock.ts'

const HIGHEST_WIRE_VERSION = 25
const SET_NAME = 'rs0'
export const VERSION = '8.0.12'

let connections = 0

// A primary that was elected later has a greater id; drivers ignore one with a smaller id.
const ELECTION_ID = new ObjectId(`7fffffff${Date.now().toString(16).padStart(16, '0')}`)

/** The reply to hello: this server is the primary and only member of a replica set. */
export function hello(address: string, clock: ClusterClock): Document {
  const opTime = { ts: toTimestamp(clock.time), t: 1 }
  const lastWriteDate = new Date(Number(clock.time >> 32n) * 1_000)
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    setName: SET_NAME,
    setVersion: 1,
    hosts: [address],
    primary: address,
    me: address,
    electionId: ELECTION_ID,
    lastWrite: { opTime, lastWriteDate, majorityOpTime: opTime, majorityWriteDate: lastWriteDate },
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: ++connections,
    minWireVersion: 0,
    maxWireVersion: HIGHEST_WIRE_VERSION,
    readOnly: false,
  }
}
