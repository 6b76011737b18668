import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { modules, textOf } from './sources.ts'

const migrations = modules.filter((file) => /^services\/\w+\/migrations\/\d/.test(file))
const { version } = JSON.parse(textOf('package.json')) as { version: string }
const majorOf = (text: string) => Number.parseInt(text, 10)

test.each(migrations)('%s is named after its version, and names a later one that may remove it', (file) => {
  const [, name] = /name: '([^']+)'/.exec(textOf(file)) ?? []
  expect(name).toBe(basename(file, '.ts'))
  const [, removableIn = ''] = /removableIn: '(\d+\.\d+\.\d+)'/.exec(textOf(file)) ?? []
  expect(majorOf(removableIn)).toBeGreaterThan(majorOf(version))
})

test('every migration is one that its service runs', () => {
  expect(migrations.length).toBeGreaterThan(10)
  const imported = modules.map(textOf).join()
  expect(migrations.filter((file) => !imported.includes(`/${basename(file)}'`))).toEqual([])
})
