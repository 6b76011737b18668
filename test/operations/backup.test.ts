import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { runCtl } from '../../ctl/ctl.ts'
import { createDataFolder } from '../support/servers/data-folder.ts'
import { type Api, createApi } from '../support/system/api.ts'
import { startAsUsersDo } from '../support/system/started.ts'

const folder = createDataFolder()
const dataDir = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the whole system with servers of its own while `work` runs. */
async function whileRunning<T>(work: (api: Api) => Promise<T>): Promise<T> {
  await using system = await startAsUsersDo(dataDir)
  expect(system.said).toMatch(/console +off/)
  expect(system.said).not.toMatch(/building the console/i)
  const url = `${system.origin}/api/v1`
  const { body } = await createApi(url).auth.issueToken({
    grant_type: 'client_credentials',
    client_id: system.clientId,
    client_secret: system.clientSecret,
  })
  return await work(createApi(url, body.access_token))
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
