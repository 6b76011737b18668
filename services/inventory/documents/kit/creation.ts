import type { Operation } from '../../../../shared/contract/core/operation.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import type { RecordChange } from '../../records/versioned-records.ts'
import type { StockEntry } from '../../stock/engine/effect.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { createStockOperation, type Mode } from '../../stock/stock-operation.ts'
import { numberLines, requireOrderable, resolveOrderLines } from './changed-lines.ts'
import { makeDocument } from './document-effect.ts'
import type { Family, Header, Line, PrepareResult, Unversioned, Unwritten } from './family/family.ts'
import type { NewHeader } from './family/quantities.ts'
import type { DocumentDeps } from './register-family.ts'

/** What a line of a new document is made of. */
export type LineOf<N> = N & {
  readonly number: string
  readonly lineNo: number
  readonly partNo: number
  /** The item's present ShortID, whatever the request called it. */
  readonly shortID: string
  readonly wid: number
}

interface NewLine {
  readonly lineNo?: number | undefined
  readonly shortID: string
  readonly warehouse: number
}

interface Creation<H extends Header, L extends Line, I extends { readonly lines: readonly NewLine[] }, P> {
  /** The number that the request gives. */
  given(input: I): string | undefined
  /** Reads what else the request refers to; throws 400 if that does not exist. */
  prepare(input: I): Promise<P>
  toHeader(input: I, prepared: P, now: Date): Partial<Unversioned<H>>
  toLine(line: LineOf<I['lines'][number]>, input: I, prepared: P, now: Date): Unwritten<L>
  /** Takes stock for the lines, or refuses the request. */
  decide?(lines: readonly Unwritten<L>[], input: I, stock: StockView, numbers: Numbers): Promise<Decided<L>>
}

interface Decided<L> {
  readonly lines: readonly Unwritten<L>[]
  readonly entries: readonly StockEntry[]
  readonly records: readonly RecordChange[]
}

/** An operation that makes a document with lines of items in warehouses. It starts as Open. */
export const createCreation = <
  H extends Header,
  L extends Line,
  T,
  I extends { readonly lines: readonly NewLine[] },
  P,
  A,
>(
  deps: DocumentDeps,
  family: Family<H, L, T>,
  prepareResult: PrepareResult<H, L, A>,
  operation: Operation,
  { given, prepare, toHeader, toLine, decide }: Creation<H, L, I, P>,
) =>
  createStockOperation(deps)(operation, async (input: I, context: CallContext, mode: Mode) => {
    const lineNos = numberLines(input.lines)
    const [prepared, byName, number] = await Promise.all([
      prepare(input),
      resolveOrderLines(deps, input.lines, context),
      deps.numbers.choose(family, given(input), mode),
    ])
    const named = input.lines.map((line, index) => {
      const item = byName.get(line.shortID)
      if (!item) throw new Error(`Item ${line.shortID} was not resolved`)
      requireOrderable(item)
      const { _id: partNo, shortID } = item
      return { ...line, number: number.value, lineNo: lineNos[index] ?? 0, partNo, shortID, wid: line.warehouse }
    })
    const partNos = [...new Set(named.map(({ partNo }) => partNo))]
    const toResult = await prepareResult({ partNos, wids: named.map(({ wid }) => wid) }, byName.values())

    const plan = async (stock: StockView, numbers: Numbers) => {
      const taken = await number.take(stock)
      const made = named.map((line) => toLine(line, input, prepared, stock.now))
      const { lines, ...decided } = decide ? await decide(made, input, stock, numbers) : { lines: made }
      const common = { _id: number.value, status: 'Open', modified: stock.now }
      // TypeScript does not see that these fields have the types of this family's header.
      const own = { ...toHeader(input, prepared, stock.now), ...common } as NewHeader<H>
      const { after, effect } = await makeDocument(family, taken, own, lines, decided, stock, numbers)
      return { ...effect, result: await toResult(after, lines, { stock, entries: effect.entries }) }
    }
    return family.touches === 'nothing'
      ? { partNos: [], plan }
      : { partNos, plan, expires: family.touches === 'claims' }
  })
