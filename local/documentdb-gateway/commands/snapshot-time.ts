import { toTimestamp } from '../replica-set/cluster-clock.ts'
import { elementOf } from '../wire/bson-scan.ts'
import { appendMembers } from '../wire/reply.ts'

/** Adds the time of its snapshot to a reply: to its cursor, or at the top level when it has none. */
export function withSnapshotTime(reply: Uint8Array, time: bigint): Uint8Array {
  const document = Buffer.from(reply)
  const members = { atClusterTime: toTimestamp(time) }
  const element = elementOf(document, 'cursor')
  if (!element) return appendMembers(document, members)
  const cursor = appendMembers(document.subarray(element.start, element.end), members)
  const joined = Buffer.concat([document.subarray(0, element.start), cursor, document.subarray(element.end)])
  joined.writeInt32LE(joined.length, 0)
  return joined
}
