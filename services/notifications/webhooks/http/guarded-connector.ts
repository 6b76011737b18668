import { isIP, isIPv6 } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import type { FindAddresses } from './host-addresses.ts'

export interface ConnectorOptions {
  readonly guard: AddressGuard
  readonly findAddresses: FindAddresses
  /** Certificate authorities (PEM) to trust instead of the well-known ones. For tests only. */
  readonly ca?: string | undefined
}

/** Why a connection is refused. */
export const NOT_PERMITTED = 'The host has no address that deliveries may be sent to.'

/**
 * Opens connections to addresses that the guard permits. The check happens when a connection is made, on the very addresses
 * that the socket gets: a name cannot mean one address when it is checked and another when it is used (DNS rebinding).
 */
export function createGuardedConnector({ guard, findAddresses, ca }: ConnectorOptions): buildConnector.connector {
  const permittedAddresses = async (host: string, protocol: string) => {
    const permitted = (await findAddresses(host)).filter((address) => guard.permits(address, protocol))
    if (permitted.length === 0) throw new Error(NOT_PERMITTED)
    return permitted
  }

  const connectorOf = (protocol: string) =>
    buildConnector({
      // A delivery is one request; HTTP/1.1 keeps its connection and its errors simple for every receiver.
      allowH2: false,
      ...(ca !== undefined && { ca }),
      lookup(host, { all }, callback) {
        permittedAddresses(host, protocol)
          .then((addresses) => addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })))
          .then(
            (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
            (error: NodeJS.ErrnoException) => callback(error, ''),
          )
      },
    })
  const connectors = new Map(['http:', 'https:'].map((protocol) => [protocol, connectorOf(protocol)]))

  return (options, callback) => {
    const { hostname, protocol } = options
    const connect = connectors.get(protocol)
    // Node looks up names only: a host that is an address is checked here.
    const isPermitted = !isIP(hostname) || guard.permits(hostname, protocol)
    if (connect && isPermitted) connect(options, callback)
    else callback(new Error(NOT_PERMITTED), null)
  }
}
