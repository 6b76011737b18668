import { mkdtempSync, renameSync, rmSync } from 'node:fs'
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
