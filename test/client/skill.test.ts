import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const skill = readFileSync(`${root}client/skills/inventory-service/SKILL.md`, 'utf8')
const { paths } = JSON.parse(readFileSync(`${root}gateway/openapi.json`, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

test('The skill has the head by which agents find it', () => {
  expect(skill).toMatch(/^---\nname: [a-z-]{1,64}\ndescription: .{1,1024}\n---\n\n# /)
})

test('Each request that the skill names is one of the interface', () => {
  const named = [...skill.matchAll(/`(GET|POST|PUT|DELETE) \/api\/v1(\/[^`?]*)/g)]
  const unknown = named.filter(([, method = '', path = '']) => !paths[path]?.[method.toLowerCase()])
  expect(unknown.map(([request]) => request)).toEqual([])
  expect(named.length).toBeGreaterThan(10)
})

test('The package has it', () => {
  const { files } = JSON.parse(readFileSync(`${root}client/package.json`, 'utf8')) as { readonly files: string[] }
  expect(files).toContain('skills')
})
