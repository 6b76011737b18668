import type { IncomingMessage, ServerResponse } from 'node:http'
import jwt from 'jsonwebtoken'
import { type Context, Errors } from 'moleculer'
import ApiService from 'moleculer-web'
import { settings, verification } from '../settings.ts'
import { bearerOf, type Caller, isPermitted } from '../shop/caller.ts'
import { count, LIMIT_MESSAGE } from '../shop/limit.ts'
import type { Page } from '../shop/pages.ts'
import { recall, remember } from '../shop/tokens.ts'
import { createBroker } from './broker.ts'

type Meta = { clientId: string; $statusCode?: number; $responseHeaders?: Record<string, string> }
type Call = Context<unknown, Meta>

/** moleculer-web's hook: token, rate limit, permission. */
async function authorize(context: Call, _route: unknown, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const caller = verify(bearerOf(req.headers.authorization) ?? '')
  const { exceeded, headers } = await count(caller.sub)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (exceeded) throw new Errors.MoleculerClientError(LIMIT_MESSAGE, 429)
  if (!isPermitted(caller, req.method ?? '', req.url ?? ''))
    throw new Errors.MoleculerClientError('Insufficient permissions.', 403)
  context.meta.clientId = caller.sub
}

function verify(token: string): Caller {
  try {
    // The tokens of the Inventory Service hold the fields of a Caller.
    return recall(token) ?? remember(token, jwt.verify(token, settings.publicKey, verification) as unknown as Caller)
  } catch {
    throw new Errors.MoleculerClientError('Authentication is missing, invalid or expired.', 401)
  }
}

const isPage = (data: unknown): data is Page => typeof data === 'object' && data !== null && 'totalCount' in data

const broker = createBroker('gateway')
broker.createService({
  name: 'api',
  mixins: [ApiService],
  settings: {
    port: settings.port,
    ip: '127.0.0.1',
    routes: [
      {
        path: '/api/v1',
        authorization: true,
        bodyParsers: { json: true },
        mappingPolicy: 'restrict',
        aliases: {
          'GET Memory': 'inventory.memory',
          'GET Inventory': 'inventory.lots',
          'GET Inventory/StockLevels': 'inventory.levels',
          'GET Item': 'inventory.item',
          'POST Inventory/Receive': 'inventory.receive',
          'POST Inventory/Move': 'inventory.move',
        },
        onAfterCall(context: Call, _route: unknown, req: IncomingMessage, _res: ServerResponse, data: unknown) {
          if (req.url?.endsWith('/Receive')) context.meta.$statusCode = 201
          if (isPage(data)) {
            const { totalCount, page, pageSize } = data
            context.meta.$responseHeaders = {
              'X-Total-Count': String(totalCount),
              'X-Page': String(page),
              'X-Page-Size': String(pageSize),
            }
          }
          return data
        },
      },
    ],
  },
  methods: { authorize },
})

await broker.start()
await broker.waitForServices(['inventory'])
process.send?.('ready')
