import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from '../../local/data-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'data-folder-'))
})
afterEach(() => rmSync(base, { recursive: true }))

const open = async (name: string) => (await openDataFolder(join(base, name), { fresh: false })).release()

test('a data folder is opened again where it was made', async () => {
  await open('data')
  await expect(open('data')).resolves.toBeUndefined()
})

test('a data folder that has been moved is refused, with the path to put it back to, and not held', async () => {
  await open('data')
  renameSync(join(base, 'data'), join(base, 'moved'))
  await expect(open('moved')).rejects.toThrow(join(base, 'data'))
  renameSync(join(base, 'moved'), join(base, 'data'))
  await expect(open('data')).resolves.toBeUndefined()
})

test('a data folder serves one system at a time', async () => {
  const data = await openDataFolder(base, { fresh: false })
  await expect(openDataFolder(base, { fresh: false })).rejects.toThrow(/another system is running .*DATA_DIR/)
  await data.release()
  await (await openDataFolder(base, { fresh: false })).release()
})

test('a data folder is emptied when a fresh start is asked for, unless it is no data folder', async () => {
  mkdirSync(join(base, 'redis'))
  await (await openDataFolder(base, { fresh: true })).release()
  expect(existsSync(join(base, 'redis'))).toBe(false)
  writeFileSync(join(base, 'thesis.txt'), '')
  await expect(openDataFolder(base, { fresh: true })).rejects.toThrow('nothing was removed')
  expect(existsSync(join(base, 'thesis.txt'))).toBe(true)
})
