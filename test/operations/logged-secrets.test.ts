import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '../../shared/contract/auth.ts'
import { createLog } from '../../shared/process/log.ts'
import { anItem, unique } from '../support/records/factories.ts'
import { createApi } from '../support/system/api.ts'
import { type RunningProcesses, startProcesses } from '../support/system/processes.ts'

let system: RunningProcesses
beforeAll(async () => {
  system = await startProcesses({ env: { LOG_LEVEL: 'trace' } })
})
afterAll(() => system?.[Symbol.asyncDispose]())

test('no log of any level contains a secret, a token or a wrong secret that a client sent', async () => {
  const { clientId, clientSecret, token } = await system.createClient()
  const { client_secret: rotated } = await system.call(auth.rotateClientSecret, { clientId })
  const wrongSecret = unique('wrong-secret')
  const forgedToken = `${token.slice(0, -8)}AAAAAAAA`
  const gateway = system.gateways[0] ?? ''
  const api = createApi(gateway)
  const basic = Buffer.from(`${clientId}:${rotated}`).toString('base64')

  const grant = { grant_type: 'client_credentials', client_id: clientId }
  expect((await api.auth.issueToken({ ...grant, client_secret: wrongSecret })).status).toBe(401)
  const granted = await api.auth.issueToken({ ...grant, client_secret: rotated })
  expect(granted.status).toBe(200)
  await api.raw('POST', '/Token').set('authorization', `Basic ${basic}`).type('form').send({ grant_type: 'other' })
  await api.raw('GET', `/Item?access_token=${token}&secret=${wrongSecret}`)
  await api.raw('POST', '/Token').type('json').send({ client_secret: wrongSecret })
  expect((await createApi(gateway, forgedToken).catalog.listItems({})).status).toBe(401)
  const item = anItem()
  const made = await createApi(gateway, token).catalog.createItem(item, { headers: { 'X-Request-Id': 'planted-1' } })
  expect(made.status).toBe(201)
  const again = await createApi(gateway, token).catalog.createItem(item, { headers: { 'X-Request-Id': 'planted-2' } })
  expect(again.status).toBe(409)

  const logs = join(system.dataDir, 'logs')
  // A line may be written after the answer. These are of the last request: all others are in the logs by then.
  const about = (name: string) =>
    readFileSync(join(logs, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"requestId":"planted-2"'))
  await expect.poll(() => about('gateway-1')).not.toEqual([])
  await expect.poll(() => about('catalog-1')).not.toEqual([])

  const text = readdirSync(logs)
    .map((file) => readFileSync(join(logs, file), 'utf8'))
    .join('\n')
  const systemSecret = readFileSync(join(system.dataDir, 'system.secret'), 'utf8').trim()
  const planted = { clientSecret, rotated, wrongSecret, token, forgedToken, basic, systemSecret }
  for (const [name, secret] of Object.entries(planted)) expect(text.includes(secret), name).toBe(false)
  // Neither the whole nor a part of it. The header of a token is left out, since it is the same in all of them.
  expect(text).not.toContain('eyJ')
  expect(text).not.toContain('PRIVATE KEY')
})

test('a log redacts fields with the name of a secret, at the top level and one level below', () => {
  const secret = unique('planted')
  const written: string[] = []
  const log = createLog('test', 'info', { write: (line) => void written.push(line) })
  for (const name of ['token', 'secret', 'clientSecret', 'client_secret', 'access_token', 'authorization']) {
    const err = Object.assign(new Error('It failed'), { [name]: secret })
    log.info({ [name]: secret, request: { [name]: secret, path: '/Item' }, err }, 'Planted')
    log.child({ [name]: secret }).info('Planted')
    expect(err).toHaveProperty(name, secret)
  }
  expect(written).toHaveLength(12)
  expect(written.join()).not.toContain(secret)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    request: { path: '/Item' },
    err: { type: 'Error', message: 'It failed', stack: expect.stringContaining('logged-secrets.test') },
  })
})
