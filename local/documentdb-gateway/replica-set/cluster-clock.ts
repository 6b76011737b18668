import { Binary, Long, Timestamp } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import { memberBytes } from '../wire/reply.ts'

/** How far ahead of the clock a client's cluster time may be, as maxAcceptableLogicalClockDriftSecs. */
const LARGEST_DRIFT_SECONDS = 365n * 24n * 3_600n
const NO_SIGNATURE = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO }

/**
 * The logical clock of a replica set. A time has seconds in its upper and a counter in its lower 32 bits. Every write
 * advances it; a client that has seen a later time elsewhere advances it too.
 */
export class ClusterClock {
  // A second ahead: the clock of a restarted gateway starts after all times of the former one.
  #time = (secondsNow() + 1n) << 32n
  #bytes: Uint8Array | undefined

  /** The time of the latest write. */
  get time(): bigint {
    return this.#time
  }

  /** Advances the clock for a write. */
  tick(): void {
    const now = secondsNow() << 32n
    this.#set(now > this.#time ? now + 1n : this.#time + 1n)
  }

  /** Advances the clock to a time that a client has seen. */
  advanceTo(time: bigint): void {
    if (time <= this.#time) return
    if (time >> 32n > secondsNow() + LARGEST_DRIFT_SECONDS) {
      throw new CommandError(
        'ClusterTimeFailsRateLimiter',
        `New cluster time, ${time >> 32n}, is too far from this node's clock`,
      )
    }
    this.#set(time)
  }

  /** The bytes of the members that state the time in every reply: $clusterTime and operationTime. */
  replyBytes(): Uint8Array {
    this.#bytes ??= timeMembers(this.#time)
    return this.#bytes
  }

  #set(time: bigint): void {
    this.#time = time
    this.#bytes = undefined
  }
}

/** A time as BSON's timestamp. */
export function toTimestamp(time: bigint): Timestamp {
  return new Timestamp({ t: Number(time >> 32n), i: Number(time & 0xffffffffn) })
}

function timeMembers(time: bigint): Uint8Array {
  const timestamp = toTimestamp(time)
  return memberBytes({ $clusterTime: { clusterTime: timestamp, signature: NO_SIGNATURE }, operationTime: timestamp })
}

function secondsNow(): bigint {
  return BigInt(Math.floor(Date.now() / 1_000))
}
