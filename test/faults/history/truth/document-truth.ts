import { families } from '../../../../services/inventory/documents/families.ts'
import type { Conserved } from '../../../../services/inventory/documents/kit/family/family.ts'
import { type Books, toMillionths } from '../books.ts'
import { type Finding, finding } from '../finding.ts'

type Line = Readonly<Record<string, unknown>> & { readonly lineNo: number }
interface Documents {
  readonly headers: readonly { readonly _id: string; readonly totalLines: number }[]
  readonly lines: readonly object[]
}

/** The records of each family, by its kind. */
const recordsOf = (books: Books): Readonly<Record<string, Documents>> => ({
  'purchase order': { headers: books.purchaseOrders, lines: books.purchaseLines },
  'shipping order': { headers: books.shippingOrders, lines: books.shippingLines },
  'work order': { headers: books.workOrders, lines: books.workLines },
  transit: { headers: books.transits, lines: books.transitLines },
  count: { headers: books.counts, lines: books.countLines },
})

/** R1 of every family: quantities of a line add up as the family declares, and a document has as many lines as it says. */
export const checkDocuments = (books: Books): Finding[] =>
  families.flatMap(({ declared: { kind, numberField, conserved } }) => {
    const documents = recordsOf(books)[kind]
    if (!documents) throw new Error(`The books have no ${kind}`)
    // Lines of every family have a number.
    const lines = documents.lines as readonly Line[]
    return [
      ...(conserved ? lines.flatMap((line) => notConserved(line, String(line[numberField]), conserved)) : []),
      ...documents.headers.flatMap(({ _id, totalLines }) => {
        const count = lines.filter((line) => line[numberField] === _id).length
        return totalLines === count ? [] : [finding('R1', `${_id} has ${count} lines, and says ${totalLines}`)]
      }),
    ]
  })

/** The sum is reckoned here, by other arithmetic than the service's. */
function notConserved(line: Line, number: string, { whole, terms: parts }: Conserved): Finding[] {
  const units = parts.map((part) => toMillionths(line[part]))
  const total = units.reduce((sum, one) => sum + one, 0)
  if (total === toMillionths(line[whole]) && units.every((one) => one >= 0)) return []
  const told = parts.map((part) => `${part} ${String(line[part])}`).join(', ')
  return [finding('R1', `line ${line.lineNo} of ${number}: ${String(line[whole])} ${whole} are not ${told}`)]
}
