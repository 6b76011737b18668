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

const reported: string[] = []
const options = (fresh: boolean) => ({ fresh, report: (line: string) => void reported.push(line) })
const open = async (name: string, fresh = false) => (await openDataFolder(join(base, name), options(fresh))).release()

test('a data folder is opened again where it was made', async () => {
  await open('data')
  await expect(open('data')).resolves.toBeUndefined()
})

test('a moved data folder is refused with its original path, and is not locked', async () => {
  await open('data')
  renameSync(join(base, 'data'), join(base, 'moved'))
  await expect(open('moved')).rejects.toThrow(join(base, 'data'))
  renameSync(join(base, 'moved'), join(base, 'data'))
  await expect(open('data')).resolves.toBeUndefined()
})

test('a data folder serves one system at a time', async () => {
  const data = await openDataFolder(base, options(false))
  await expect(openDataFolder(base, options(false))).rejects.toThrow(/another system is running .*DATA_DIR/)
  await data.release()
  await open('.')
})

test('a fresh start names the data folder and empties it', async () => {
  await open('data')
  mkdirSync(join(base, 'data', 'redis'))
  await open('data')
  expect(existsSync(join(base, 'data', 'redis'))).toBe(true)
  expect(reported).toEqual([])
  await open('data', true)
  expect(existsSync(join(base, 'data', 'redis'))).toBe(false)
  expect(reported.splice(0)).toEqual([expect.stringContaining(join(base, 'data'))])
})

test('a folder with other files is neither used nor emptied, whatever their names are', async () => {
  mkdirSync(join(base, 'logs'))
  writeFileSync(join(base, 'thesis.txt'), '')
  for (const fresh of [true, false, true]) {
    await expect(open('.', fresh)).rejects.toThrow(/holds logs and is not marked .* nothing was removed/)
    expect([existsSync(join(base, 'logs')), existsSync(join(base, 'thesis.txt'))]).toEqual([true, true])
  }
  expect(reported).toEqual([])
})

test('a data folder whose mark a power cut has left empty is opened, and not emptied', async () => {
  mkdirSync(join(base, 'redis'))
  writeFileSync(join(base, 'path'), '')
  await expect(open('.', true)).rejects.toThrow('nothing was removed')
  await open('.')
  expect(existsSync(join(base, 'redis'))).toBe(true)
})

test('the error for a data folder that cannot be created or written names it and says what to do', async () => {
  // Not even root makes a folder there.
  const inProc = openDataFolder('/proc/inventory/data', options(false))
  await expect(inProc).rejects.toThrow('the data folder /proc/inventory/data cannot be used (/proc cannot be written)')
  writeFileSync(join(base, 'file'), '')
  await expect(open('file/data')).rejects.toThrow(/cannot be used \(.*file cannot be written\); set DATA_DIR/)
})
