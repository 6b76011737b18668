import { posix } from 'node:path'
import { groupBy } from '../../shared/process/group-by.ts'
import { files, textOf } from './documents.ts'
import { table } from './table.ts'

/** A test that names a promise at the end of its title: `… (R4)`, `… (R1 to R6)`, `… (S1, S2)`. */
export interface Proof {
  readonly promises: readonly string[]
  readonly file: string
  readonly title: string
}

const TITLE = /(['"`])((?:(?!\1).)*) \(([RS]\d+(?:(?: to |, | and )[RS]\d+)*)\)\1/g

export const proofs: readonly Proof[] = files
  .filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...textOf(file).matchAll(TITLE)].map(([, , title = '', named = '']) => ({ file, title, promises: expand(named) })),
  )

/** `R1 to R3` is R1, R2, R3. */
function expand(named: string): string[] {
  return named.split(/, | and /).flatMap((part) => {
    const [first = '', last = first] = part.split(' to ')
    const [letter = ''] = first
    const from = Number(first.slice(1))
    return Array.from({ length: Number(last.slice(1)) - from + 1 }, (_, index) => `${letter}${from + index}`)
  })
}

/** Ordered as the promises are: R1 … R11, S1 … S4. */
const byPromise = (one: string, other: string) =>
  one.charCodeAt(0) - other.charCodeAt(0) || Number(one.slice(1)) - Number(other.slice(1))

export const proofsTable = (): string => {
  const promises = [...new Set(proofs.flatMap((proof) => proof.promises))].toSorted(byPromise)
  return table(
    ['Promise', 'Tests'],
    promises.flatMap((promise) => {
      const those = proofs.filter((proof) => proof.promises.includes(promise))
      return [...groupBy(those, ({ file }) => file)].map(([file, ofFile]) => {
        const titles = ofFile.map(({ title }) => title.replaceAll(/%\w/g, '…'))
        return [`[${promise}](#${promise})`, `[${file}](${posix.relative('docs', file)}): ${titles.join('; ')}`]
      })
    }),
  )
}
