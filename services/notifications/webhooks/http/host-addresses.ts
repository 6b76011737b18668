import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { bareHost, isLocalName } from './address-guard.ts'

/** All addresses of a URL's host; rejects if there is none. */
export type FindAddresses = (host: string) => Promise<readonly string[]>

const QUERY_TIMEOUT_MS = 2_000
const QUERY_TRIES = 2

/**
 * Resolves names by the name servers. `dns.lookup` would use the four threads that file access shares, so that a few names
 * with slow servers would delay every delivery.
 */
export function createFindAddresses(): FindAddresses {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
  return async (written) => {
    const host = bareHost(written)
    if (isIP(host)) return [host]
    if (isLocalName(host)) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new Error(`The name ${host} has no address.`)
    return addresses
  }
}
