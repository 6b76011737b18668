import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the length of the prefix. */
export type Network = readonly [Address, number]

/** Decides which addresses deliveries may be sent to. */
export interface AddressGuard {
  permits(address: string, protocol: string): boolean
}

/** Services of a cloud at addresses that look public: Azure's platform. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16'])
/** The part of IPv6 that is assigned as globally reachable (RFC 4291). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Permits public addresses by https, and networks that the operator allows. http is for development: it is permitted on the
 * loopback alone, and only if that is allowed.
 */
export function createAddressGuard(allowed: readonly Network[]): AddressGuard {
  return {
    permits(written, protocol) {
      if (!ipaddr.isValid(written)) return false
      // An IPv4-mapped IPv6 address (RFC 4291, 2.5.5) counts as the IPv4 address.
      const address = ipaddr.process(written)
      const isAllowed = allowed.some(([network, bits]) => isWithin(address, network, bits))
      return protocol === 'https:' ? isAllowed || isPublic(address) : isAllowed && isLoopback(address)
    },
  }
}

/** Parses a comma-separated list in CIDR notation; throws for anything else. */
export function parseNetworks(list: string): Network[] {
  return list
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
    .map((network) => ipaddr.parseCIDR(network))
}

/** `localhost` and the names below it mean the loopback (RFC 6761, 6.3). */
export const isLocalName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host)

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
