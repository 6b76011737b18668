import { posix } from 'node:path'
import { groupBy } from '../../shared/process/group-by.ts'
import { files, textOf } from './docs.ts'
import { table } from './table.ts'

/** A test that names a promise at the end of its title: `… (R4)`, `… (R1 to R6)`, `… (S1, S2)`. */
export interface Proof {
  readonly promises: readonly string[]
  readonly file: string
  readonly title: string
}

const TITLE = /(['"`])((?:(?!\1).)*) \(([RS]\d+(?:(?: to |, | and )[RS]\d+)*)\)\1/g

/** The line that begins a group of tests. */
const GROUP = /^( *)describe[\w.]*\((?:\w+\)\()?(['"`])(.*)\2,/gm

export const proofs: readonly Proof[] = files
  .filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'))
  .flatMap((file) => {
    const text = textOf(file)
    return [...text.matchAll(TITLE)].map(({ index, 2: title = '', 3: named = '' }) => ({
      file,
      title: [...groupAt(text, index), title].join(' › '),
      promises: expand(named),
    }))
  })

/** The title of the group around a place in a file, if there is one. */
function groupAt(text: string, index: number): string[] {
  const lineStart = text.lastIndexOf('\n', index) + 1
  const indent = /^ */.exec(text.slice(lineStart, index))?.[0].length ?? 0
  const around = [...text.slice(0, lineStart).matchAll(GROUP)].findLast(([, before = '']) => before.length < indent)
  return around?.[3] === undefined ? [] : [around[3]]
}

/** `R1 to R3` is R1, R2, R3. */
function expand(named: string): string[] {
  return named.split(/, | and /).flatMap((part) => {
    const [first = '', last = first] = part.split(' to ')
    const [letter = ''] = first
    const from = Number(first.slice(1))
    return Array.from({ length: Number(last.slice(1)) - from + 1 }, (_, index) => `${letter}${from + index}`)
  })
}

/** Ordered as the promises are: R1 … R11, S1 … S5. */
const rankOf = (promise = '') => promise.charCodeAt(0) * 100 + Number(promise.slice(1))

/** Every test with the promises that it proves. */
export const proofsTable = (): string => {
  const byTests = groupBy(proofs, ({ file, promises }) => `${file} ${promises.join(' ')}`)
  const rows = [...byTests.values()].toSorted(([one], [other]) => rankOf(one?.promises[0]) - rankOf(other?.promises[0]))
  return table(
    ['Promises', 'Tests'],
    rows.map((ofFile) => {
      const { file = '', promises = [] } = ofFile[0] ?? {}
      const titles = ofFile.map(({ title }) => title.replaceAll(/%\w/g, '…'))
      return [
        promises.map((promise) => `[${promise}](#${promise})`).join(', '),
        `[${file}](${posix.relative('docs', file)}): ${titles.join('; ')}`,
      ]
    }),
  )
}
