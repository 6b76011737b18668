import { expect, test } from 'vitest'
import { files, textOf } from './documents.ts'

const pages = files.filter((file) => /^docs\/decisions[/.][\w/-]*\.?md$/.test(file))
const anchors = pages.flatMap((file) =>
  [...textOf(file).matchAll(/^##+ <a id="(\d+)"><\/a>(\d+)\. /gm)].map(([, id, number]) => ({ file, id, number })),
)

test('every decision has a number of its own, which is its anchor', () => {
  const ids = anchors.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(55)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  expect(anchors.filter(({ id, number }) => id !== number)).toEqual([])
})

test('every decision that code or a document cites is on the page that is cited', () => {
  const known = new Set(anchors.map(({ file, id }) => `${file}#${id}`))
  const cited = files
    .filter((file) => /\.(?:tsx?|js|md|ya?ml|json|sh)$|Dockerfile$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\b(decisions(?:\/[\w-]+)?\.md#\d+)\b/g)].map(([, place]) => ({
        file,
        place: `docs/${place}`,
      })),
    )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ place }) => !known.has(place))).toEqual([])
})
