import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A block of addresses, and the length of its prefix. */
export type Network = readonly [Address, number]

/** Which addresses a delivery may be sent to. */
export interface AddressGuard {
  permits(address: string, protocol: string): boolean
}

/** A cloud's own service behind an address that looks public: Azure's platform (168.63.129.16). */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16'])
/** All that is assigned of IPv6 as globally reachable (RFC 4291, IANA's registry of the address space). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Lets through what is public, and the networks that the operator allows by name. Clear text goes to the loopback alone, and
 * only if that is allowed: it is there for development.
 */
export function createAddressGuard(allowed: readonly Network[]): AddressGuard {
  return {
    permits(written, protocol) {
      if (!ipaddr.isValid(written)) return false
      // An IPv4 address inside an IPv6 one (RFC 4291, 2.5.5) is judged as what it stands for.
      const address = ipaddr.process(written)
      const isAllowed = allowed.some(([network, bits]) => isWithin(address, network, bits))
      return protocol === 'https:' ? isAllowed || isPublic(address) : isAllowed && isLoopback(address)
    },
  }
}

/** The networks of a comma-separated list in CIDR notation; throws if one is none. */
export function parseNetworks(list: string): Network[] {
  return list
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '')
    .map((network) => ipaddr.parseCIDR(network))
}

/** `localhost` and all below it, which never leave this machine (RFC 6761, 6.3). */
export const isLocalName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host)

/** A host without the brackets that an IPv6 address has in a URL. */
export const bareHost = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

const isLoopback = (address: Address) => address.range() === 'loopback'

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false
  return address.kind() === 'ipv4' || isWithin(address, ...GLOBAL_IPV6)
}

function isWithin(address: Address, network: Address, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}
