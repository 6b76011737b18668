import type { ServerUrls } from '../../../local/services.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { createTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts'
import type { Network } from './components.ts'

/** The share of lost packets. */
const LOST_SHARE = 0.1

type Variable = keyof ServerUrls

/** A proxy between each process and each server, so that the connections of either can be reset. */
export function createProxies(servers: ServerUrls) {
  const owner = createOwner()
  const proxies: { readonly client: string; readonly server: Variable | 'gateway'; readonly proxy: TcpProxy }[] = []

  const add = async (client: string, server: Variable | 'gateway', url: string) => {
    const proxy = owner.own(await createTcpProxy(url))
    proxies.push({ client, server, proxy })
    return proxy.url
  }

  return {
    /** The addresses under which a process finds its servers. */
    async urlsOf(client: string): Promise<Partial<ServerUrls>> {
      const needed: readonly Variable[] = client.startsWith('gateway')
        ? ['RABBITMQ_URL', 'REDIS_URL']
        : ['RABBITMQ_URL', 'MONGODB_URI']
      const urls: Partial<ServerUrls> = {}
      for (const variable of needed) urls[variable] = await add(client, variable, servers[variable])
      return urls
    },
    /** The address under which clients find a gateway. */
    gatewayUrl: (name: string, url: string) => add(name, 'gateway', url),
    /** The connections of a process or a server; those of a gateway with its clients can only be reset. */
    networkOf(name: string): Network {
      const all = () => proxies.filter(({ client, server }) => client === name || server === name)
      const inner = () => all().filter(({ server }) => server !== 'gateway')
      return {
        async cut() {
          for (const { proxy } of all()) proxy.cut()
        },
        blackHole() {
          for (const { proxy } of inner()) proxy.blackHole()
        },
        lose() {
          for (const { proxy } of inner()) proxy.lose(LOST_SHARE)
        },
        heal() {
          for (const { proxy } of inner()) proxy.heal()
        },
      }
    },
    [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
  }
}
