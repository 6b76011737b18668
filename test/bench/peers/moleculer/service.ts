import { type Context, Errors } from 'moleculer'
import { connect } from '../shop/connect.ts'
import { listLotsFromMemory } from '../shop/memory.ts'
import type { PageQuery } from '../shop/pages.ts'
import { getItem, listLevels, listLots } from '../shop/reads.ts'
import { type MoveOrder, move, type Receipt, Refusal, receive } from '../shop/writes.ts'
import { createBroker } from './broker.ts'

type Asked<T> = Context<T, { clientId: string }>

const page = { page: { type: 'number', integer: true, convert: true, optional: true } } as const
const pageParams = { ...page, pageSize: { type: 'number', integer: true, convert: true, optional: true } } as const
const positive = { type: 'number', positive: true } as const
const whole = { type: 'number', integer: true } as const

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new Errors.MoleculerClientError(error.message, error.status)
    throw error
  }
}

const broker = createBroker('service')
broker.createService({
  name: 'inventory',
  actions: {
    memory: { params: pageParams, handler: ({ params }: Asked<PageQuery>) => listLotsFromMemory(params) },
    lots: { params: pageParams, handler: ({ params }: Asked<PageQuery>) => listLots(params) },
    levels: { params: pageParams, handler: ({ params }: Asked<PageQuery>) => listLevels(params) },
    item: {
      params: { key: 'string' },
      async handler({ params }: Asked<{ key: string }>) {
        const item = await getItem(params.key)
        if (!item) throw new Errors.MoleculerClientError('There is no such item.', 404)
        return item
      },
    },
    receive: {
      params: {
        itemID: 'string',
        units: positive,
        wid: whole,
        reasonCode: whole,
        spot: { type: 'string', optional: true },
      },
      handler: ({ params, meta }: Asked<Receipt>) => refusing(receive(params, meta.clientId)),
    },
    move: {
      params: { itemID: 'string', units: positive, wid: whole, toSpot: 'string', recno: whole },
      handler: ({ params, meta }: Asked<MoveOrder>) => refusing(move(params, meta.clientId)),
    },
  },
})

await connect()
await broker.start()
process.send?.('ready')
