import { expect, test } from 'vitest'
import { handWritten, textOf } from './documents.ts'

test('every npm script that a document runs is one of the package', () => {
  const { scripts } = JSON.parse(textOf('package.json'))
  const clientScripts = JSON.parse(textOf('client/package.json')).scripts
  const run = handWritten.flatMap((document) =>
    [...textOf(document).matchAll(/npm run (?:-s |-- )?([\w:-]+)/g)].map(([, name = '']) => ({ document, name })),
  )
  const unknown = run.filter(({ name }) => !(name in scripts) && !(name in clientScripts))
  expect(unknown).toEqual([])
  expect(run.map(({ name }) => name)).toContain('ctl')
})
