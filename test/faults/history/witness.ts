import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import type { Output } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { unique } from '../../support/records/factories.ts'
import type { Random } from '../../support/records/seeded.ts'
import type { RunningProcesses } from '../../support/system/processes.ts'
import { pick } from '../components/fault-plan.ts'
import { createHttpClient } from '../load/http-client.ts'
import type { Finding } from './finding.ts'
import type { TestCaller } from './history.ts'

const REPEAT_AFTER_MS = 300
const MILLIONTH = 1e-6

/** A client that is alone with its item, so that it knows what every read must answer after each of its writes. */
export interface Witness {
  /** Its item. */
  readonly item: string
  /** Ends after the step under way; the contradictions that it saw, and how many reads were compared. */
  stop(): Promise<{ readonly findings: readonly Finding[]; readonly reads: number }>
}

interface Options {
  readonly gateways: readonly string[]
  readonly call: RunningProcesses['call']
  readonly client: TestCaller
  readonly random: Random
}

/**
 * Receives, holds, releases, issues and reverses units of an item, asks for dry runs, and updates the item, in turn and over
 * any gateway, each write until its outcome is known. After each, reads levels, their explanation, traces and the item
 * (docs/promises.md#R14).
 */
export async function startWitness({ gateways, call, client, random }: Options): Promise<Witness> {
  const http = createHttpClient()
  const { shortID: item } = await call(catalog.createItem, { shortID: unique('WITNESS') })
  const findings: Finding[] = []
  const ending = new AbortController()
  const stock = { inStock: 0, onHold: 0 }
  let description = ''
  let reads = 0
  const found = (what: string) => findings.push({ promise: 'R14', what })

  const send = (method: string, path: string, body?: object, key?: string) => {
    const { origin, pathname } = new URL(pick(gateways, random))
    const headers = {
      authorization: `Bearer ${client.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const bytes = body && Buffer.from(JSON.stringify(body))
    return http.send({ method, origin, path: pathname + path, headers, body: bytes })
  }
  /** Sends a read and returns its body; undefined if the system did not respond or responded with 503 or 504. */
  const read = async <T>(path: string, method = 'GET', body?: object): Promise<T | undefined> => {
    const { status, text } = await send(method, path, body)
    if (status !== 200) {
      if (![0, 503, 504].includes(status)) found(`${path} was answered ${status} ${text}`)
      return undefined
    }
    reads++
    // The responses are checked against the contract by other tests.
    return JSON.parse(text) as T
  }
  const write = async (path: string, body: object, method = 'POST'): Promise<Written> => {
    const key = randomUUID()
    for (;;) {
      const { status, text } = await send(method, path, body, key)
      if (status >= 200 && status < 300) return Written.parse(JSON.parse(text))
      const isOpen = [0, 503, 504].includes(status) || (status === 409 && text.includes('still running'))
      if (!isOpen) throw new Error(`${path} was answered ${status} ${text}`)
      await delay(REPEAT_AFTER_MS)
    }
  }
  const compareStock = async (after: string) => {
    const told = await read<Output<typeof inventory.explainLevel>>(
      `/Inventory/StockLevels/Explain?itemID=${item}&wid=1`,
    )
    if (!told) return
    const { level, lots } = told
    const held = sumOf(lots.filter(({ hold }) => hold))
    const figures = { inStock: level.inStock, onHold: level.onHold, inLots: sumOf(lots), held }
    const wanted = { ...stock, inLots: stock.inStock, held: stock.onHold }
    if (!isSame(figures, wanted))
      found(`after ${after}: ${JSON.stringify(figures)} instead of ${JSON.stringify(wanted)}`)
  }
  const compareTrace = async (recNo: number, transactionNos: readonly number[]) => {
    const trace = await read<Output<typeof inventory.traceLot>>(`/Inventory/Lot/${recNo}/Trace`)
    if (!trace) return
    const numbers = trace.transactions.map(({ transactionNo }) => transactionNo)
    if (!isDeepStrictEqual(numbers, transactionNos))
      found(`lot ${recNo} was changed by ${transactionNos.join(', ')}, its trace says ${numbers.join(', ')}`)
    const last = trace.transactions.at(-1)?.lots.find((lot) => lot.recNo === recNo)
    if (last?.unitsAfter !== trace.lot.units)
      found(`lot ${recNo} has ${trace.lot.units} units, its last transaction left ${last?.unitsAfter}`)
  }
  const compareItem = async () => {
    const told = await read<Output<typeof catalog.getItem>>(`/Item?key=${item}`)
    if (told && told.description !== description) found(`the item says ${told.description} instead of ${description}`)
  }

  const step = async () => {
    const received = await write('/Inventory/Receive', { itemID: item, units: 5, wid: 1, reasonCode: 10, spot: 'W' })
    stock.inStock += 5
    await compareStock('a receipt')
    await read('/Inventory/Issue?dryRun=true', 'POST', { itemID: item, units: 3, wid: 1, reasonCode: 20 })
    await compareStock('a dry run')
    const { recNo = 0, transactionNo = 0 } = received
    const held = await write('/Inventory/Hold', { recno: recNo })
    stock.onHold += 5
    await compareStock('a hold')
    const released = await write('/Inventory/Release', { recno: recNo })
    stock.onHold -= 5
    await compareStock('a release')
    const issued = await write('/Inventory/Issue', { itemID: item, units: 2, wid: 1, reasonCode: 20, recno: recNo })
    stock.inStock -= 2
    await compareStock('an issue')
    const reversed = await write(`/Inventory/Transactions/${issued.transactionNo}/Reverse`, {})
    stock.inStock += 2
    await compareStock('a reversal')
    const numbers = [transactionNo, ...[held, released, issued, reversed].map((made) => made.transactionNo ?? 0)]
    await compareTrace(recNo, numbers)
    description = `after ${reversed.transactionNo}`
    await write('/Item', { shortID: item, description }, 'PUT')
    await compareItem()
  }
  const running = (async () => {
    while (!ending.signal.aborted) await step()
  })().catch((error: unknown) => found(String(error)))

  return {
    item,
    async stop() {
      ending.abort()
      await running
      http.close()
      return { findings, reads }
    },
  }
}

const Written = z.object({ recNo: z.number().optional(), transactionNo: z.number().optional() })
type Written = z.output<typeof Written>

const sumOf = (lots: readonly { readonly units: number }[]) => lots.reduce((sum, { units }) => sum + units, 0)

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  return Object.entries(one).every(([name, figure]) => Math.abs(figure - (other[name] ?? Number.NaN)) < MILLIONTH)
}
