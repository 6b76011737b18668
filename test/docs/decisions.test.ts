import { expect, test } from 'vitest'
import { files, textOf } from './docs.ts'

const decisions = textOf('docs/decisions.md')
const anchors = [...decisions.matchAll(/^### <a id="(\d+)"><\/a>(\d+)\. /gm)].map(([, id, number]) => ({ id, number }))

test('every decision has a number of its own, which is its anchor', () => {
  const ids = anchors.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(55)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  expect(anchors.filter(({ id, number }) => id !== number)).toEqual([])
  expect(decisions.match(/^### /gm)).toHaveLength(ids.length)
})

test('every decision that code or a document cites exists', () => {
  const known = new Set(anchors.map(({ id }) => id))
  const cited = files
    .filter((file) => /\.(?:tsx?|js|md|ya?ml|json|sh)$|Dockerfile$/.test(file))
    .flatMap((file) => [...textOf(file).matchAll(/decisions\.md#(\d+)\b/g)].map(([, id]) => ({ file, id })))
  const inside = [...decisions.matchAll(/\]\(#(\d+)\)/g)].map(([, id]) => ({ file: 'docs/decisions.md', id }))
  expect(cited.length).toBeGreaterThan(100)
  expect([...cited, ...inside].filter(({ id = '' }) => !known.has(id))).toEqual([])
})
