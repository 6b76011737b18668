import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const client = new URL('../../../client', import.meta.url).pathname

test('Node runs the command of the package with the client’s dependencies alone', () => {
  const { bin, dependencies, version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch'])
  expect(Object.keys(bin)).toEqual(['inventory'])
  // What the package builds into dist/ is built here into a folder of the same structure.
  const program = join(client, '../dist/client', bin.inventory.replace('./dist/', 'src/'))
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
})
