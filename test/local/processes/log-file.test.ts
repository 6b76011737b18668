import { closeSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog, rotateLog } from '../../../local/processes/log-file.ts'

const LONGEST_BYTES = 1_000
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-file-'))
  file = join(folder, 'logs', 'child.log')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a log that has become long is moved while a process appends to it', () => {
  const log = openLog(file)
  const old = 'old line\n'.repeat(200)
  writeSync(log, old)
  rotateLog(file, LONGEST_BYTES)
  writeSync(log, 'new line\n')
  closeSync(log)
  expect(readFileSync(`${file}.1`, 'utf8')).toBe(old)
  expect(readFileSync(file, 'utf8')).toBe('new line\n')
})

test('a short log stays as it is', () => {
  closeSync(openLog(file))
  rotateLog(file, LONGEST_BYTES)
  rotateLog(join(folder, 'no such file'), LONGEST_BYTES)
  expect([statSync(file).size, existsSync(`${file}.1`)]).toEqual([0, false])
})
