import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { catalog } from '../../shared/contract/catalog/catalog.ts'
import { keep } from '../support/keep.ts'
import { unique } from '../support/records/factories.ts'
import { startSystem } from '../support/system/system.ts'
import { createCtlWorld } from './ctl-world.ts'

/** Runs ctl as a process of its own. */
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, ['dist/ctl/main.js', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, stderr }))
  return { child, ended }
}

it('a reader that closes the pipe early ends the program silently', async () => {
  const { child, ended } = start(['asyncapi'])
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await ended).toEqual({ exitCode: 0, stderr: '' })
})

it('Ctrl-C during an import reports its progress, and the same command continues from there', async () => {
  const system = keep(await startSystem({ services: ['auth', 'catalog'] }))
  const world = keep(createCtlWorld(system))
  const rows = Array.from({ length: 800 }, () => unique('CSV'))
  const file = world.file('items.csv', ['shortID', ...rows].join('\n'))
  const created = async () => (await system.call(catalog.listItems, {})).totalCount

  const { child, ended } = start(['item', 'import', file], { DATA_DIR: world.folder })
  await expect.poll(created, { timeout: 60_000 }).toBeGreaterThan(0)
  child.kill('SIGINT')
  const { exitCode, stderr } = await ended
  expect(exitCode).toBe(1)
  const [, line, count] = /Imported up to line (\d+): (\d+) created, 0 updated, 0 unchanged, 0 bad\./.exec(stderr) ?? []
  expect(Number(line)).toBeLessThan(801)
  expect(await created()).toBe(Number(count))
  expect(stderr).toMatch(
    /^Stopping after the rows under way\..*\nInterrupted\. .*Repeat the same command to go on\.\n$/,
  )

  const repeated = start(['item', 'import', file, '--json'], { DATA_DIR: world.folder })
  const summary = await json(repeated.child.stdout)
  expect(await repeated.ended).toEqual({ exitCode: 0, stderr: '' })
  expect(summary).toMatchObject({ rows: 800, created: 800 - Number(count) })
}, 180_000)
