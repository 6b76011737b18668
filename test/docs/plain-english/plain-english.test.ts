import { expect, test } from 'vitest'
import { files, textOf } from '../docs.ts'
import { banned } from './banned.ts'
import { type Passage, passagesOf } from './passages.ts'

const programs = ['client', 'console', 'ctl', 'gateway', 'local', 'services', 'shared']
/** Files and folders whose pages, comments and texts are checked. */
const checkedIn = {
  page: ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'client', 'deploy', 'docs'],
  comment: [...programs, 'test'],
  text: programs,
}

test.each(banned)('$name is found, and what comes close to it is not', ({ words, found, plain }) => {
  expect(found).toMatch(words)
  expect(plain).not.toMatch(words)
})

test('prose is read from pages, comments, strings and screens, and code is not', () => {
  const page =
    '# Head\n\nOne `a\nb` of\n[two](x.md).\n- **Item**\n\n```\ncode\n```\n<!-- table: t -->\nmade\n<!-- end -->\n| a | b |'
  expect(passagesOf('a.md', page).map(({ line, prose }) => `${line} ${prose}`)).toEqual([
    '1 Head',
    '3 One code of two.',
    '6 Item',
    '14 a',
    '14 b',
  ])
  const code =
    "const a = 'one // two three' // four\n// five\n/**\n * Six `x`\n *\n * seven\n */\nconst b = <p>eight nine ten</p>"
  expect(passagesOf('a.tsx', code).map(({ kind, line, prose }) => `${kind} ${line} ${prose}`)).toEqual([
    'text 1 one // two three',
    'comment 1 four five',
    'comment 4 Six code',
    'comment 6 seven',
    'text 8 eight nine ten',
  ])
})

/** Where banned words stand, and what to say instead. */
function find(kind: Passage['kind']): string[] {
  const paths: readonly string[] = checkedIn[kind]
  const checked = files.filter(
    (file) => /\.(?:md|tsx?)$/.test(file) && paths.some((path) => file === path || file.startsWith(`${path}/`)),
  )
  expect(checked).not.toEqual([])
  return checked.flatMap((file) =>
    passagesOf(file, textOf(file))
      .filter((passage) => passage.kind === kind)
      .flatMap(({ line, prose }) =>
        banned
          .filter(({ words }) => words.test(prose))
          .map(({ name, words, instead }) => {
            const { index = 0 } = words.exec(prose) ?? {}
            return `${file}:${line} has ${name}: “…${prose.slice(index, index + 60)}…”. ${instead}`
          }),
      ),
  )
}

test('pages are in plain English', () => expect(find('page')).toEqual([]))

test('comments are in plain English', () => expect(find('comment')).toEqual([]))

test('texts that programs show are in plain English', () => expect(find('text')).toEqual([]))
