import { expect, test } from 'vitest'
import { files, textOf } from './docs.ts'

const index = 'docs/decisions/README.md'
const pages = files.filter((file) => file.startsWith('docs/decisions/') && file !== index)

const decisions = pages.flatMap((file) =>
  [...textOf(file).matchAll(/^## <a id="(\d+)"><\/a>(\d+)\. (.+)$/gm)].map(([, id = '', number = '', title = '']) => ({
    ...{ file, id, number, title },
    page: file.replace('docs/decisions/', ''),
  })),
)

test('every decision has a number of its own, which is its anchor', () => {
  const ids = decisions.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(90)
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
  expect(decisions.filter(({ id, number }) => id !== number)).toEqual([])
  expect(pages.flatMap((file) => textOf(file).match(/^## /gm) ?? [])).toHaveLength(ids.length)
})

test('every decision states what is decided', () => {
  const parts = pages.flatMap((file) => textOf(file).split(/^## /m).slice(1))
  expect(parts.filter((part) => !part.includes('**Decision.**'))).toEqual([])
})

test('the index names every decision, with its title and its page', () => {
  const rows = textOf(index).match(/^- \[\d.*$/gm) ?? []
  const expected = decisions.map(({ id, title, page }) => `- [${id}. ${title}](${page}#${id})`)
  expect(rows.toSorted()).toEqual(expected.toSorted())
})

test('every decision that code or a document cites is on the page that is cited', () => {
  const known = new Set(decisions.map(({ page, id }) => `decisions/${page}#${id}`))
  const cited = files
    .filter((file) => /\.(?:tsx?|js|md|ya?ml|json|sh)$|Dockerfile$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bdecisions(?:\/[\w-]+)?\.md#\d+\b/g)].map(([place]) => ({ file, place })),
    )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ place }) => !known.has(place))).toEqual([])
})
