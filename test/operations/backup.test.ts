import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { runCtl } from '../../ctl/ctl.ts'
import { compiled } from '../../local/processes/compiled.ts'
import { findFreePort } from '../../local/servers/free-port.ts'
import { type Api, createApi } from '../support/system/api.ts'

const folder = mkdtempSync(join(tmpdir(), 'inventory-backup-'))
const dataDir = join(folder, 'data')
const systems = new Set<ChildProcess>()
afterAll(() => {
  for (const child of systems) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the whole system with servers of its own, as `npm start` does, while `work` runs. */
async function whileRunning<T>(work: (api: Api) => Promise<T>): Promise<T> {
  const port = await findFreePort()
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), CONSOLE: 'off' }
  const child = spawn(process.execPath, [compiled('local/start.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  systems.add(child)
  const said: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      said.push(text.toString())
      if (said.join('').includes('is ready.')) resolve()
    })
    child.once('exit', () => reject(new Error(`It ended: ${said.join('')}`)))
  })
  expect(said.join('')).toMatch(/console +off/)
  expect(said.join('')).not.toMatch(/building the console/i)
  try {
    const url = `http://127.0.0.1:${port}/api/v1`
    // The system has written this file.
    const client = JSON.parse(readFileSync(join(dataDir, 'demo-client.json'), 'utf8')) as Record<string, string>
    const { body } = await createApi(url).auth.issueToken({
      grant_type: 'client_credentials',
      client_id: client.clientId ?? '',
      client_secret: client.clientSecret ?? '',
    })
    return await work(createApi(url, body.access_token))
  } finally {
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    systems.delete(child)
    expect(code).toBe(0)
  }
}

async function reconcile(): Promise<unknown> {
  const stdout = new PassThrough()
  await runCtl(['--json', 'reconcile'], { env: { DATA_DIR: dataDir }, stdout, stderr: process.stderr })
  return json(stdout.end())
}

const everything = async (api: Api) => ({
  lots: (await api.inventory.listLots({ pageSize: 1_000 })).body,
  levels: (await api.inventory.listStockLevels({ pageSize: 1_000 })).body,
  items: (await api.catalog.listItems({ pageSize: 1_000 })).body,
  changes: (await api.notifications.listChanges({ limit: 100 })).body.value,
})

test('a system that starts on a copy of the data folder has the same clients, stock and ledger', async () => {
  const key = { headers: { 'Idempotency-Key': 'before-the-backup' } }
  const before = await whileRunning(async (api) => {
    const { value } = (await api.catalog.listItems({ pageSize: 1 })).body
    const receipt = { itemID: value[0]?.shortID ?? '', units: 3, wid: 1, reasonCode: 10, spot: 'BACKUP' }
    const received = await api.inventory.receive(receipt, key)
    expect(received.status).toBe(201)
    return { receipt, received: received.body, all: await everything(api) }
  })

  execFileSync('cp', ['-a', dataDir, join(folder, 'copy')])
  rmSync(dataDir, { recursive: true })
  execFileSync('mv', [join(folder, 'copy'), dataDir])

  await whileRunning(async (api) => {
    expect(await everything(api)).toEqual(before.all)
    expect(await reconcile()).toMatchObject({ differences: [] })
    // A write from before the backup is repeated and takes no effect again.
    const again = await api.inventory.receive(before.receipt, key)
    expect(again.body).toEqual(before.received)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await reconcile()).toMatchObject({ differences: [] })
  })
}, 240_000)
