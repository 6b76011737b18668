import { Big } from 'big.js'
import { expect } from 'vitest'
import { type LevelFigure, levelFigures } from '../../shared/contract/inventory/inventory.ts'
import { unique } from '../support/records/factories.ts'
import type { Api, SendOptions } from '../support/system/api.ts'

export const SHOP = 1

type Figures = Readonly<Record<LevelFigure, Big>>
/** What a step does to an item: each figure by how much. */
export type Effect = Partial<Record<LevelFigure, Big | number | string>>

const NOTHING: Figures = {
  inStock: Big(0),
  onOrder: Big(0),
  onHold: Big(0),
  committed: Big(0),
  packed: Big(0),
  aSN: Big(0),
}
const PAGE_SIZE = 250

/** Sends a write under a key of its own, and again after a response that does not say that it was done or never will be. */
async function send<A extends { readonly status: number }>(act: (key: SendOptions) => Promise<A>): Promise<A> {
  const key = { headers: { 'Idempotency-Key': unique('key') } }
  for (;;) {
    const answer = await act(key)
    if (answer.status !== 503 && answer.status !== 504) return answer
  }
}

/** The shop's own books of its items, which know nothing of the service. */
export function openShop(api: Api) {
  const books = new Map<string, Figures>()
  const partNos = new Map<string, number>()

  const book = (itemID: string, effect: Effect) => {
    const before = books.get(itemID) ?? NOTHING
    const after = levelFigures.map((figure) => [figure, before[figure].plus(effect[figure] ?? 0)] as const)
    books.set(itemID, { ...NOTHING, ...Object.fromEntries(after) })
  }

  const availableOf = ({ inStock, onHold, committed, packed }: Figures) =>
    inStock.minus(onHold).minus(committed).minus(packed)
  const text = (figures: Figures) =>
    Object.fromEntries(levelFigures.map((figure) => [figure, figures[figure].toFixed()]))

  /** All seven figures of every item as the books have them. */
  const expected = () =>
    Object.fromEntries(
      [...books].map(([itemID, figures]) => [itemID, { available: availableOf(figures).toFixed(), ...text(figures) }]),
    )

  const levels = async () => {
    const { status, body } = await api.inventory.listWarehouseStockLevels({ wid: SHOP, pageSize: PAGE_SIZE })
    expect(status).toBe(200)
    const byPartNo = new Map(body.value.map((level) => [level.partNo, level]))
    const found = [...books.keys()].map((itemID) => {
      const { available = 0, ...level } = byPartNo.get(partNos.get(itemID) ?? 0) ?? {}
      const figures = levelFigures.map((figure) => [figure, Big(Object(level)[figure] ?? 0).toFixed()] as const)
      return [itemID, { available: Big(available).toFixed(), ...Object.fromEntries(figures) }] as const
    })
    return Object.fromEntries(found)
  }

  /** The figures of every item that the ledger's entries add up to. */
  const explained = async () => {
    const sums = new Map([...books.keys()].map((itemID) => [itemID, NOTHING]))
    for (let page = 1, hasMore = true; hasMore; page++) {
      const { body } = await api.inventory.listTransactions({ page, pageSize: PAGE_SIZE })
      for (const { itemID, levels: changes } of body.value)
        for (const { figure, units } of changes) {
          const before = sums.get(itemID) ?? NOTHING
          sums.set(itemID, { ...before, [figure]: before[figure].plus(units) })
        }
      hasMore = body.hasMore
    }
    return Object.fromEntries([...sums].map(([itemID, figures]) => [itemID, text(figures)]))
  }

  /** Compares all seven figures of every item with the books, and the ledger with both. */
  const compare = async () => {
    expect(await levels()).toEqual(expected())
    expect(await explained()).toEqual(
      Object.fromEntries([...books].map(([itemID, figures]) => [itemID, text(figures)])),
    )
  }

  return {
    send,
    /** Takes an item into the assortment. */
    async list(shortID: string, description: string): Promise<string> {
      const { status, body } = await api.catalog.createItem({ shortID, description })
      expect(status).toBe(201)
      partNos.set(shortID, body.partNo)
      book(shortID, {})
      return shortID
    },
    available: (itemID: string) => availableOf(books.get(itemID) ?? NOTHING),
    /** Does a step, which must be answered with the status; books what it does to the items; then everything must agree. */
    async step<A extends { readonly status: number; readonly body: unknown }>(
      what: string,
      status: number,
      act: (key: SendOptions) => Promise<A>,
      effects: Readonly<Record<string, Effect>> = {},
    ): Promise<A> {
      const answer = await send(act)
      expect(answer.status, `${what}: ${JSON.stringify(answer.body)}`).toBe(status)
      for (const [itemID, effect] of Object.entries(effects)) book(itemID, effect)
      await compare()
      return answer
    },
    /** Something that the service does by itself: waits until the feed has a change that matches, then everything must agree. */
    async happens(
      what: string,
      isIt: (change: { readonly type: string; readonly data: object }) => boolean,
      effects: Readonly<Record<string, Effect>>,
    ): Promise<void> {
      let since = 0
      const isThere = async () => {
        const { body } = await api.notifications.listChanges({ since, limit: 1_000 })
        since = body.value.at(-1)?.sequence ?? since
        return body.value.some(isIt)
      }
      await expect.poll(isThere, { message: what, timeout: 60_000, interval: 100 }).toBe(true)
      for (const [itemID, effect] of Object.entries(effects)) book(itemID, effect)
      await compare()
    },
  }
}

export type Shop = ReturnType<typeof openShop>
