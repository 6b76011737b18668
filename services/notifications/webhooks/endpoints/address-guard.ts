import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the length of the prefix. */
export type Network = readonly [Address, number]

/** Services of a cloud at addresses that look public: Azure's platform. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16'])
/** The part of IPv6 that is assigned as globally reachable (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Permits public addresses by https, and networks that the operator allows. http is for development: it is permitted on the
 * loopback alone, and only if that is allowed.
 */
export function createAddressGuard(allowed: readonly Network[]) {
  return {
    permits(written: string, protocol: string): boolean {
      if (!ipaddr.isValid(written)) return false
      // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5) counts as the IPv4 address.
      const address = ipaddr.process(written)
      const isAllowed = allowed.some(([network, bits]) => isWithin(address, network, bits))
      return protocol === 'https:' ? isAllowed || isPublic(address) : isAllowed && isLoopback(address)
    },
  }
}

export type AddressGuard = ReturnType<typeof createAddressGuard>

/** Parses a comma-separated list in CIDR notation; throws for anything else. */
export function parseNetworks(list: string): Network[] {
  return list
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
    .map((network) => ipaddr.parseCIDR(network))
}

/** `localhost` and the names below it mean the loopback (RFC 6761, 6.3). */
const isLocalName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host)

/** The host of a URL without the brackets around an IPv6 address. */
export const bareHost = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

const isLoopback = (address: Address) => address.range() === 'loopback'

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false
  return address.kind() === 'ipv4' || isWithin(address, ...GLOBAL_IPV6)
}

function isWithin(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

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
    const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    if (addresses.length === 0) throw new Error(`The name ${host} has no address.`)
    return addresses
  }
}

/** A lookup that takes longer is not waited for: the client waits for the response. */
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
