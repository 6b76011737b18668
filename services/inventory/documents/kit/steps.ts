import type { Caller } from '../../../../shared/contract/core/access.ts'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { toQuantity } from '../../../../shared/quantity.ts'
import { requireWholeUnits } from '../../masters/given-units.ts'
import { type FieldValues, PreparationOutdated } from '../../records/versioned-records.ts'
import type { Numbers, StockView } from '../../stock/engine/plan.ts'
import { createStockOperation } from '../../stock/stock-operation.ts'
import { type ChangedLine, type ItemsByName, resolveOrderLines, withChanges } from './changed-lines.ts'
import { type Changes, changeDocument } from './document-effect.ts'
import type { Family, Header, Line, PrepareResult, Unwritten } from './family/family.ts'
import { authorizeDocument, findHeader, noDocument } from './find-document.ts'
import type { DocumentDeps } from './register-family.ts'

/** A document as one request finds it in its transaction. */
export interface Opened<H, L> {
  readonly header: H
  readonly lines: readonly L[]
  readonly stock: StockView
  readonly numbers: Numbers
  readonly caller: Caller | undefined
  /** The items that lines of the request name. */
  readonly items: ItemsByName
}

/** The phases of a step, in their order; the last two are in the transaction. */
interface Step<H extends Header, L extends Line, T, I> {
  /** Throws 403 if the caller may not do it. */
  authorize?(header: H, caller: Caller | undefined): void
  /** Throws 400 for references of the request that lead nowhere, besides those of lines. */
  check?(input: I): Promise<void>
  /** The statuses in which it may be done; all if none are given. Others are 409. */
  readonly from?: readonly string[]
  /** Returns what changes, or throws the AppError that refuses the request. */
  decide(document: Opened<H, L>, input: I): Changes<H, L, T> | Promise<Changes<H, L, T>>
}

/** Throws 409 unless the document is in one of the statuses. */
export function requireStatus<H extends Header, L extends Line, T>(
  { kind, statusInSentence = (one) => one.toLowerCase() }: Pick<Family<H, L, T>, 'kind' | 'statusInSentence'>,
  { _id, status }: Pick<Header, '_id' | 'status'>,
  from: readonly string[],
): void {
  if (from.includes(status)) return
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  throw new AppError('conflict', `${name} ${_id} is ${statusInSentence(status)}.`)
}

/**
 * Operations that change a document: each finds it, reads what it and the request refer to, then decides on the document
 * as it is in the transaction.
 */
export const createSteps =
  <H extends Header, L extends Line, T, A>(
    deps: DocumentDeps,
    family: Family<H, L, T>,
    prepareResult: PrepareResult<H, L, A>,
  ) =>
  <I extends object>(operation: Operation, { authorize, check, from, decide }: Step<H, L, T, I>) =>
    createStockOperation(deps)(operation, async (input: I, { caller, ...context }: CallContext) => {
      const number = numberIn(family, input)
      const known = await findHeader(deps.connection, family, number, caller)
      authorize?.(known, caller)
      await check?.(input)
      const named = linesIn(input)
      const items = await resolveOrderLines(deps, named, { caller, ...context })
      const partNos = [...new Set([...known.partNos, ...[...items.values()].map(({ _id }) => _id)])]
      const wids = [...known.wids, ...named.flatMap(({ warehouse }) => warehouse ?? [])]
      const toResult = await prepareResult({ partNos, wids })
      const plan = async (stock: StockView, numbers: Numbers) => {
        const header = await stock.records.get(family.headers, number)
        if (!header) throw noDocument(family, number)
        authorizeDocument(family, header, caller)
        if (!includesAll(partNos, header.partNos) || !includesAll(wids, header.wids)) throw new PreparationOutdated()
        if (from) requireStatus(family, header, from)
        // The field of that name holds the number, a string.
        const ofDocument = { [family.numberField]: number } as unknown as FieldValues<L>
        const lines = await stock.records.find(family.lines, ofDocument)
        await requireWholeUnits(deps.items.findMany, unitsOfKnown(lines, named))
        const changes = await decide({ header, lines, stock, numbers, caller, items }, input)
        const { lines: changed = [], fields = {} } = changes
        if (changed.length === 0 && Object.keys(fields).length === 0)
          return { entries: [], result: await toResult(header, lines, { stock, entries: [] }) }
        const left = withChanges<Unwritten<L>>(lines, changed)
        const { after, effect } = await changeDocument(family, header, changes, left, stock, numbers)
        return { ...effect, result: await toResult(after, left, { stock, entries: effect.entries }) }
      }
      return family.touches === 'nothing'
        ? { partNos: [], plan }
        : { partNos, plan, expires: family.touches === 'claims' }
    })

/** The number that a request for a step names, in the field that lines have too. */
const numberIn = ({ numberField }: { readonly numberField: string }, input: object): string =>
  String(new Map<string, unknown>(Object.entries(input)).get(numberField))

/** What a request says of lines that the document has, without their items. */
const unitsOfKnown = (lines: readonly Line[], named: readonly Partial<ChangedLine>[]) =>
  named.flatMap(({ lineNo, shortID, units }, index) => {
    const line = shortID === undefined && lines.find((one) => one.lineNo === lineNo)
    if (!line || units === undefined) return []
    return [{ field: `lines[${index}].units`, partNo: line.partNo, units: toQuantity(units) }]
  })

/** The lines of a request, of a step that takes any. */
function linesIn(input: object): readonly Partial<ChangedLine>[] {
  // The contract declares lines of items and warehouses, or their numbers, if any.
  const { lines = [] } = input as { readonly lines?: readonly (Partial<ChangedLine> | number)[] }
  return lines.filter((line) => typeof line === 'object')
}

const includesAll = (known: readonly number[], wanted: readonly number[]) => wanted.every((one) => known.includes(one))
