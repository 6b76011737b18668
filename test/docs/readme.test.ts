import { expect, test } from 'vitest'
import { handWritten, textOf } from './documents.ts'

test('the README has at most 160 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(160)
})

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

test('the way of a stock change names at most 25 files, each once', () => {
  const [, way = ''] = /<!-- way -->([\s\S]*?)<!-- end way -->/.exec(textOf('docs/architecture.md')) ?? []
  const steps = [...way.matchAll(/^\d+\. `([^`]+\.ts)`/gm)].map(([, file = '']) => file)
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.length).toBeLessThanOrEqual(25)
  expect(new Set(steps).size).toBe(steps.length)
})
