import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { isRunning, until } from './until.ts'

const READY_AND_WAIT = `process.send('ready'); console.log('hello'); setInterval(() => {}, 1000)`

let folder: string
let lines: string[]
const started: SupervisedProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervised-'))
  lines = []
})

afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => child.stop()))
  rmSync(folder, { recursive: true })
})

function supervise(
  script: string,
  more: { graceMs?: number; readyTimeoutMs?: number; env?: NodeJS.ProcessEnv } = {},
): SupervisedProcess {
  const child = new SupervisedProcess({
    name: 'child',
    command: process.execPath,
    args: ['-e', script],
    logFile: join(folder, 'logs', 'child.log'),
    report: (line) => lines.push(line),
    ...more,
  })
  started.push(child)
  return child
}

test('a process has started once it says so, writes to its log, and has ended after stop', async () => {
  const child = supervise(READY_AND_WAIT)
  await Promise.all([child.start(), child.start()])
  const { pid = 0 } = child
  expect(isRunning(pid)).toBe(true)
  await until(() => readFileSync(join(folder, 'logs', 'child.log'), 'utf8') === 'hello\n')
  await child.stop()
  expect(isRunning(pid)).toBe(false)
  expect(child.pid).toBeUndefined()
  expect(lines).toEqual([])
})

test('a process that dies is started again, with a message', async () => {
  const child = supervise(READY_AND_WAIT)
  await child.start()
  const first = child.pid
  process.kill(first ?? 0, 'SIGKILL')
  await until(() => child.pid !== undefined && child.pid !== first)
  await child.whenReady()
  expect(child.restarts).toBe(1)
  expect(lines).toEqual(['child ended (signal SIGKILL), starting it again', 'child is ready again'])
})

test('the log of a process is rotated while it runs', async () => {
  const writing = `process.send('ready'); setInterval(() => process.stdout.write('x'.repeat(1e6) + '\\n'), 50)`
  const child = supervise(writing)
  await child.start()
  const log = join(folder, 'logs', 'child.log')
  await until(() => existsSync(`${log}.1`) && statSync(`${log}.1`).size > 10_000_000)
  expect(statSync(`${log}.1`).size).toBeGreaterThan(10_000_000)
}, 60_000)

test('a process that dies before it is ready fails the start, with the reason', async () => {
  await expect(supervise('process.exit(3)').start()).rejects.toThrow('child did not start (exit code 3)')
})

test('a process that does not start is reported with the last line of its log', async () => {
  const failure = supervise(`console.log('first'); console.log('the port is taken'); process.exit(3)`).start()
  await expect(failure).rejects.toThrow(
    /^child did not start \(exit code 3\)\n {2}the port is taken\n {2}see .*child\.log$/,
  )
})

test('message and error of a JSON line are reported', async () => {
  const line = JSON.stringify({ level: 60, msg: 'Starting failed', err: { message: 'no such host', stack: 'x' } })
  const failure = supervise(`console.log(${JSON.stringify(line)}); process.exit(1)`).start()
  await expect(failure).rejects.toThrow('\n  Starting failed: no such host\n')
})

test('a process may take longer than the limit while it makes progress, and not while it only waits', async () => {
  const busy = `const until = performance.now() + 3000; while (performance.now() < until); ${READY_AND_WAIT}`
  await expect(supervise(busy, { readyTimeoutMs: 1_000 }).start()).resolves.toBeUndefined()
  const idle = supervise('setInterval(() => {}, 1000)', { readyTimeoutMs: 2_000 })
  await expect(idle.start()).rejects.toThrow('child did not start (no progress)')
})

test.each([
  ['by setpriv', process.env.PATH, /^nothing did not start/],
  ['where there is no setpriv', '', /^nothing did not start \(spawn .* ENOENT\)/],
])('a command that does not exist fails the start, %s', async (_, path, message) => {
  vi.stubEnv('PATH', path)
  onTestFinished(() => void vi.unstubAllEnvs())
  const spec = { name: 'nothing', command: '/no/such/program', args: [], report: () => undefined }
  await expect(new SupervisedProcess(spec).start()).rejects.toThrow(message)
})

test('a process that ignores the stop signal is killed after the grace time', async () => {
  const child = supervise(`process.on('SIGTERM', () => {}); ${READY_AND_WAIT}`, { graceMs: 100 })
  await child.start()
  const { pid = 0 } = child
  await child.stop()
  expect(isRunning(pid)).toBe(false)
})

test('a frozen process is asked to end, not killed', async () => {
  const child = supervise(`process.on('SIGTERM', () => { console.log('asked'); process.exit() }); ${READY_AND_WAIT}`)
  await child.start()
  const { pid = 0 } = child
  process.kill(pid, 'SIGSTOP')
  await child.stop()
  expect(isRunning(pid)).toBe(false)
  expect(readFileSync(join(folder, 'logs', 'child.log'), 'utf8')).toContain('asked\n')
})

test('a process does not outlive its supervisor, even if that is killed', async () => {
  const file = join(folder, 'supervisor.mjs')
  const module = new URL('../../../dist/local/processes/supervised-process.js', import.meta.url)
  // No IPC and no probe that matters: only the kernel can end this child.
  writeFileSync(
    file,
    `import { SupervisedProcess } from '${module}'
     const spec = { name: 'sleeper', command: 'sleep', args: ['1000'], probe: async () => {}, report: () => {} }
     const sleeper = new SupervisedProcess(spec)
     await sleeper.start()
     console.log(sleeper.pid)
     setInterval(() => {}, 1000)`,
  )
  const supervisor = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(supervisor.stdout), 'line')
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  supervisor.kill('SIGKILL')
  await until(() => !isRunning(pid))
})
