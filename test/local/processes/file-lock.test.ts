import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFile } from '../../../local/processes/file-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a lock', () => {
  test('has one holder at a time; a second caller waits or fails at once, as it chooses', async () => {
    const file = join(folder, 'x', 'lock')
    const first = await lockFile(file, { wait: false })
    expect(await lockFile(file, { wait: false })).toBeUndefined()
    const waiting = lockFile(file, { wait: true })
    await first?.release()
    const second = await waiting
    expect(await lockFile(file, { wait: false })).toBeUndefined()
    await second?.release()
  })

  test('is released when its holder is killed', async () => {
    const file = join(folder, 'lock')
    const module = new URL('../../../dist/local/processes/file-lock.js', import.meta.url)
    const script = `import { lockFile } from '${module}'
      await lockFile('${file}', { wait: false }); console.log('held'); setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(holder.stdout, 'data')
    expect(await lockFile(file, { wait: false })).toBeUndefined()
    holder.kill('SIGKILL')
    const lock = await lockFile(file, { wait: true })
    await lock?.release()
    expect(lock).toBeDefined()
  })
})
