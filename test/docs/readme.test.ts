import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tables, withTables } from './tables.ts'

const file = fileURLToPath(new URL('../../README.md', import.meta.url))

test("the README's tables are those of the code (renew them with UPDATE_README=1)", () => {
  const readme = readFileSync(file, 'utf8')
  for (const name of Object.keys(tables)) expect(readme).toContain(`<!-- table: ${name} -->`)
  const renewed = withTables(readme)
  if (process.env.UPDATE_README) writeFileSync(file, renewed)
  else expect(readme).toBe(renewed)
})

test('every command that the README tells to run is one of the package', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const told = [...readFileSync(file, 'utf8').matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name ?? '')
  expect(told.filter((name) => !(name in scripts))).toEqual([])
  expect(told).toContain('ctl')
})
