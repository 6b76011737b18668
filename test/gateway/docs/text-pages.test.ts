import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSystem, type TestSystem } from '../../support/system/system.ts'

const root = new URL('../../..', import.meta.url).pathname
const documents = readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file}`)

let system: TestSystem
let origin: string
beforeAll(async () => {
  system = await startSystem({ services: ['gateway'] })
  origin = new URL(system.url).origin
})
afterAll(() => system?.[Symbol.asyncDispose]())

test('Each document is served as it is written', async () => {
  expect(documents.length).toBeGreaterThan(20)
  for (const path of documents) {
    const answer = await fetch(`${origin}/${path}`)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
    ])
    expect(await answer.text()).toBe(readFileSync(root + path, 'utf8'))
  }
})

test('/llms.txt leads to the OpenAPI document and to each document, with its title', async () => {
  const answer = await fetch(`${origin}/llms.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  // The form of llmstxt.org: a title, a summary, sections of links.
  expect(text).toMatch(/^# Inventory Service\n\n> \S/)
  const links = [...text.matchAll(/^- \[(.+)\]\((.+)\): (\S.*)$/gm)].map(([, title, path]) => ({ title, path }))
  expect(links.map(({ path }) => path).toSorted()).toEqual(
    ['/api/v1/openapi.json', ...documents.map((path) => `/${path}`)].toSorted(),
  )
  for (const { title, path } of links) {
    const linked = await fetch(origin + path)
    expect([path, linked.status]).toEqual([path, 200])
    if (path?.endsWith('.md')) expect(await linked.text()).toContain(`# ${title}\n`)
  }
})

test('It is read only', async () => {
  const answer = await fetch(`${origin}/llms.txt`, { method: 'POST' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([501, 'GET, HEAD'])
})
