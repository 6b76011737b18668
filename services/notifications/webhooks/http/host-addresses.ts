import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { bareHost, isLocalName } from './address-guard.ts'

/** Every address of a host, as a URL writes it; rejects if it has none. */
export type FindAddresses = (host: string) => Promise<readonly string[]>

const QUERY_TIMEOUT_MS = 2_000
const QUERY_TRIES = 2

/**
 * Asks the name servers directly. `dns.lookup` would take one of the four threads that all of the process's files and lookups
 * share, so that a few names with slow servers would hold up every delivery.
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
