import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type AddressGuard, bareHost } from './address-guard.ts'
import type { FindAddresses } from './host-addresses.ts'

/** A lookup that takes longer is not waited for: the client waits for the answer. */
const LOOKUP_MS = 1_000
/** Names that no name server resolves (RFC 6761, 6.4; RFC 7686). */
const NEVER_RESOLVED = /\.(invalid|onion)\.?$/i

/** Resolves to the validation message that says why no delivery to a URL can succeed; undefined if one may. */
export type FindObstacle = (url: string) => Promise<string | undefined>

/** Finds obstacles that are certain: a name that has no address now may get one later. */
export function createFindObstacle(guard: AddressGuard, findAddresses: FindAddresses): FindObstacle {
  return async (url) => {
    const { hostname, protocol } = new URL(url)
    const host = bareHost(hostname)
    if (NEVER_RESOLVED.test(host)) return `must lead to a public address; ${hostname} has none.`
    const lookup = findAddresses(host).catch(() => undefined)
    const addresses = await Promise.race([lookup, delay(LOOKUP_MS, undefined, { ref: false })])
    if (!addresses || addresses.some((address) => guard.permits(address, protocol))) return undefined
    if (protocol === 'http:')
      return 'must be an https URL; http is for development on the loopback, if the operator allows it.'
    return `must lead to a public address; ${hostname} ${isIP(host) ? 'is not public' : 'has none'}.`
  }
}
