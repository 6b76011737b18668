import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, LogOutput } from '../../../shared/process/log.ts'

const PAGE_BYTES = 4_096
const MORE_LINES_THAN_FIT = 100

/** A file system of one file that has room for this many pages. Needs root. */
function aSmallDisk(pages: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${pages * PAGE_BYTES}`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

test('a full disk drops and counts lines, fatal ones too, and whole lines follow when there is room again', () => {
  const folder = aSmallDisk(2)
  const file = join(folder, 'log')
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(PAGE_BYTES))
  const descriptor = openSync(file, 'a')
  onTestFinished(() => closeSync(descriptor))
  const output = new LogOutput(descriptor)
  const log = createLog('test', 'info', output)
  let written = 0
  while (output.dropped === 0 && written < MORE_LINES_THAN_FIT)
    log.info({ number: written++, padding: 'x'.repeat(100) })
  log.fatal('The disk is full')
  expect(output.dropped).toBe(2)

  rmSync(join(folder, 'ballast'))
  log.info('There is room again')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'There is room again' })
  expect(JSON.parse(lines[written - 2] ?? '')).toMatchObject({ number: written - 2 })
  expect(output.dropped).toBe(2)
})
