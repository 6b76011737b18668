import { spellingsOf } from '../../../../shared/scan/gtin.ts'
import { readScan } from '../../../../shared/scan/read-scan.ts'
import { toStockFields } from '../../../../shared/scan/stock-fields.ts'

/** What is to be picked, by all names that its labels may have. */
interface Goods {
  readonly shortID: string
  readonly aliases: readonly string[]
  /** '' if the lot has none. */
  readonly serial: string
  readonly serial2: string | null
}

/** Why a scanned code is not that of a spot; undefined if it is. */
export function whyNotSpot(code: string, spot: string): string | undefined {
  return isAmong(namesIn(code), [spot]) ? undefined : `“${code.trim()}” is not ${spot}.`
}

/** Why a scanned code is neither of the item nor of the lot; undefined if it is. */
export function whyNotGoods(code: string, { shortID, aliases, serial, serial2 }: Goods): string | undefined {
  const own = [serial, serial2 ?? ''].filter((number) => number !== '')
  if (isAmong(own, [code.trim()])) return undefined
  const reading = readScan(code)
  if (!isAmong(namesIn(code), [shortID, ...aliases]))
    return 'refusal' in reading
      ? `Can’t read this code: ${reading.refusal}.`
      : `“${reading.scan.gtin ?? code.trim()}” is not ${[shortID, ...own].join(', ')}.`
  const said = 'scan' in reading ? numbersOf(reading.scan) : []
  // A label may say more than the lot, or less.
  const isOfLot = said.every((number) => own.includes(number)) || own.every((number) => said.includes(number))
  return said.length === 0 || isOfLot ? undefined : `This is lot ${said.join(', ')}, not ${own.join(', ')}.`
}

function numbersOf(scan: Parameters<typeof toStockFields>[0]): readonly string[] {
  const { serial, serial2 } = toStockFields(scan)
  return [serial, serial2].flatMap((number) => number ?? [])
}

/** What a code may name. */
function namesIn(code: string): readonly string[] {
  const reading = readScan(code)
  if ('refusal' in reading) return [code.trim()]
  const { gtin, text } = reading.scan
  return [code.trim(), ...(text === undefined ? [] : [text]), ...(gtin === undefined ? [] : spellingsOf(gtin))]
}

const isAmong = (some: readonly string[], all: readonly string[]) =>
  some.some((one) => all.some((other) => one.toLowerCase() === other.toLowerCase()))
