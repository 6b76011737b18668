import jwt from 'jsonwebtoken'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealedSigningKeys } from '../../../services/auth/migrations/1.2.0-sealed-signing-keys.ts'
import { createSigningKeys, signingKeyModel } from '../../../services/auth/signing-keys.ts'
import { auth } from '../../../shared/contract/auth.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { createSeal } from '../../../shared/identity/sealed.ts'
import { migrated } from '../../support/migrated.ts'
import { unique } from '../../support/records/factories.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createSigningKey } from '../../support/system/fake-auth.ts'
import { startSystem, type TestClient, type TestSystem } from '../../support/system/system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'gateway'] })
})
afterAll(() => system[Symbol.asyncDispose]())

const getTokenVerification = (after = 0) => system.call(auth.getTokenVerification, { after })
const kidOf = (token: string) => String(jwt.decode(token, { complete: true })?.header.kid)
const tokenOf = async ({ clientId, clientSecret }: TestClient) => {
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  return (await system.call(auth.issueToken, grant)).access_token
}
async function keysInDatabase<T>(
  work: (keys: mongoose.mongo.Collection<{ _id: string; signsFrom: Date; expires?: Date }>) => Promise<T>,
): Promise<T> {
  const connection = await mongoose.createConnection(serverUrl('MONGODB_URI')).asPromise()
  try {
    return await work(connection.useDb(`${system.system}-auth`).collection('signing_keys'))
  } finally {
    await connection.close()
  }
}

describe('Rights', () => {
  const { itemMasterList, modifyItemMaster } = permissions
  /** What becomes of a request with a live token; 400 and 503 are behind every check of rights. */
  const answers = async ({ api }: TestClient) => {
    const reading = await api.raw('GET', '/Item?page=x')
    const writing = await api.raw('POST', '/Item').send({})
    const foreign = await api.raw('GET', '/Inventory/2')
    return [reading, writing, foreign].map(({ status, body }) => body.message ?? status)
  }
  const invalid = 'Model validation failed.'
  const insufficient = 'Insufficient permissions.'
  const outside = "Warehouse is outside the client's authorized scope."
  const within5s = { timeout: 5_000, interval: 200 }

  it('that change take hold of a live token within 5 s: group, warehouses, read-only', async () => {
    const client = await system.createClient({ permissions: [itemMasterList], warehouses: [1] })
    const { clientId } = client
    expect(await answers(client)).toEqual([invalid, insufficient, outside])

    await system.call(auth.updateGroup, { name: clientId, permissions: [itemMasterList, modifyItemMaster] })
    await expect.poll(() => answers(client), within5s).toEqual([invalid, invalid, outside])

    await system.call(auth.updateClient, { clientId, warehouses: [1, 2], readOnly: true })
    const unavailable = expect.stringContaining('temporarily unavailable')
    await expect.poll(() => answers(client), within5s).toEqual([invalid, 'Account is read-only.', unavailable])

    const name = unique('group')
    await system.call(auth.createGroup, { name, permissions: [] })
    await system.call(auth.updateClient, { clientId, group: name })
    await expect.poll(() => answers(client), within5s).toEqual([insufficient, 'Account is read-only.', insufficient])
  })

  it('end with the client: its live token is refused within 5 s, and good again when it is enabled', async () => {
    const client = await system.createClient()
    const status = async () => (await client.api.raw('GET', '/Nowhere')).status
    expect(await status()).toBe(404)
    await system.call(auth.disableClient, { clientId: client.clientId })
    await expect.poll(status, within5s).toBe(401)
    await system.call(auth.enableClient, { clientId: client.clientId })
    await expect.poll(status, within5s).toBe(404)
  })

  it('of a newer token are never older than those of an earlier response', async () => {
    const client = await system.createClient({ permissions: [itemMasterList] })
    await system.call(auth.updateGroup, { name: client.clientId, permissions: [modifyItemMaster] })
    const { changes } = await getTokenVerification()
    const change = changes.find(({ clientId }) => clientId === client.clientId)
    const claims = jwt.decode(await tokenOf(client), { json: true })
    expect(claims).toMatchObject({ version: change?.version, permissions: [modifyItemMaster] })
  })

  it('are listed after a cursor: each client once, with its latest state, and a group with all of its clients', async () => {
    const [one, other, third] = [await system.createClient(), await system.createClient(), await system.createClient()]
    for (const { clientId } of [one, other]) await system.call(auth.updateClient, { clientId, group: one.clientId })
    const { cursor } = await getTokenVerification()
    expect((await getTokenVerification(cursor)).changes).toEqual([])

    await system.call(auth.updateClient, { clientId: third.clientId, readOnly: true })
    await system.call(auth.updateGroup, { name: one.clientId, permissions: [88] })
    const { changes, cursor: next } = await getTokenVerification(cursor)
    const listed = Object.fromEntries(changes.map((change) => [change.clientId, change]))
    expect(Object.keys(listed).sort()).toEqual([one, other, third].map(({ clientId }) => clientId).sort())
    expect(listed[one.clientId]).toMatchObject({ permissions: [88], readOnly: false, version: next })
    expect(listed[other.clientId]).toMatchObject({ permissions: [88] })
    expect(listed[third.clientId]).toMatchObject({ readOnly: true, version: next - 1 })
  })

  it('that change in parallel are all listed to a reader that follows the cursor', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => system.createClient({ warehouses: [] })))
    let { cursor } = await getTokenVerification()
    const seen = new Map<string, unknown>()
    let changing = true
    const following = (async () => {
      for (let last = false; !last; ) {
        last = !changing
        const { changes, cursor: next } = await getTokenVerification(cursor)
        for (const { clientId, warehouses } of changes) seen.set(clientId, warehouses)
        cursor = next
      }
    })()
    const changeOften = async ({ clientId }: TestClient) => {
      for (const wid of [1, 2, 3, 4]) await system.call(auth.updateClient, { clientId, warehouses: [wid] })
    }
    await Promise.all(clients.map(changeOften))
    changing = false
    await following
    expect([...seen]).toHaveLength(6)
    expect([...seen.values()]).toEqual(clients.map(() => [4]))
  })
})

describe('A signing key', () => {
  it('is one and the same for all processes that start together on an empty database', async () => {
    const connection = await mongoose.createConnection(serverUrl('MONGODB_URI'), { autoIndex: false }).asPromise()
    const database = connection.useDb(`${unique('t').toLowerCase()}-auth`)
    try {
      const model = signingKeyModel(database)
      await model.createIndexes()
      const processes = Array.from({ length: 8 }, () =>
        createSigningKeys(model, createSeal(Buffer.alloc(32), 'signing keys'), 60),
      )
      await Promise.all(processes.map((keys) => keys.prepare()))
      const kids = await Promise.all(processes.map(async (keys) => (await keys.current()).kid))
      expect(new Set(kids).size).toBe(1)
      expect(await processes[0]?.listPublic()).toHaveLength(1)
    } finally {
      await database.dropDatabase()
      await connection.close()
    }
  })

  it('is rotated without refusing a single token: published first, signing later, the old one still valid', async () => {
    const client = await system.createClient()
    const accepted = async (token: string) => {
      const answer = await fetch(`${system.url}/Nowhere`, { headers: { authorization: `Bearer ${token}` } })
      return answer.status === 404
    }
    const old = kidOf(client.token)
    const rotatedAt = Date.now()
    const { kid } = await system.call(auth.rotateSigningKey, {})
    expect((await getTokenVerification()).keys.map((key) => key.kid)).toEqual(expect.arrayContaining([old, kid]))
    expect(kidOf(await tokenOf(client))).toBe(old)
    const made = await keysInDatabase((keys) => keys.findOne({ _id: kid }))
    // Token verifiers read the keys every 2 s: they must have read twice before it signs.
    expect(made?.signsFrom.getTime()).toBeGreaterThan(rotatedAt + 5_000)

    const refused: string[] = []
    const issueAndUse = async () => {
      const token = await tokenOf(client)
      if (!(await accepted(token))) refused.push(token)
      return kidOf(token)
    }
    await expect.poll(issueAndUse, { timeout: 15_000, interval: 100 }).toBe(kid)
    expect(refused).toEqual([])
    expect(await accepted(client.token)).toBe(true)
  })

  it('is forgotten when its last token is over', async () => {
    const [first] = (await getTokenVerification()).keys
    await system.call(auth.rotateSigningKey, {})
    const longAgo = { $set: { expires: new Date(Date.now() - 1) } }
    await keysInDatabase((keys) => keys.updateOne({ _id: first?.kid ?? '' }, longAgo))
    // It reads the keys every 3 s.
    const kids = async () => (await getTokenVerification()).keys.map(({ kid }) => kid)
    await expect.poll(kids, { timeout: 10_000 }).not.toContain(first?.kid)
    await system.call(auth.rotateSigningKey, {})
    expect(await keysInDatabase((keys) => keys.findOne({ _id: first?.kid ?? '' }))).toBeNull()
  })

  it('is made once per rotation, however many rotate at once', async () => {
    const before = (await getTokenVerification()).keys.length
    const made = await Promise.all([1, 2, 3].map(() => system.call(auth.rotateSigningKey, {})))
    expect(new Set(made.map(({ kid }) => kid)).size).toBe(3)
    expect((await getTokenVerification()).keys).toHaveLength(before + 3)
  })

  it('is encrypted in the database by auth’s own secret, also one of an earlier version, and signs as before (S5)', async () => {
    const database = `${unique('t').toLowerCase()}-auth`
    const connection = await mongoose.createConnection(serverUrl('MONGODB_URI'), { dbName: database }).asPromise()
    try {
      const model = signingKeyModel(connection)
      const { kid: _id, privateKey, publicKeyPem } = createSigningKey()
      const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      const asOf100 = { _id, sequence: 1, publicKeyPem, privateKeyPem, signsFrom: new Date(0) }
      await model.collection.insertOne(asOf100 as never)
      const seal = createSeal(Buffer.alloc(32), 'signing keys')
      expect(await migrated(sealedSigningKeys(model, seal, undefined))).toBe(1)

      const keys = createSigningKeys(model, seal, 60)
      await keys.prepare()
      await connection.transaction((session) => keys.rotate(session))
      const stored = JSON.stringify(await model.find().lean())
      expect(stored).toContain(_id)
      expect(stored).not.toContain('PRIVATE')
      const signing = await keys.current()
      expect([signing.kid, signing.privateKey.equals(privateKey)]).toEqual([_id, true])

      const own = createSeal(Buffer.alloc(32, 1), 'signing keys')
      await expect(createSigningKeys(model, own, 60).prepare()).rejects.toThrow('cannot be decrypted')
      await expect(migrated(sealedSigningKeys(model, own, undefined))).rejects.toThrow('cannot be decrypted')
      expect(await migrated(sealedSigningKeys(model, own, seal))).toBe(2)
      expect(await migrated(sealedSigningKeys(model, own, undefined))).toBe(0)
      await expect(keys.prepare()).rejects.toThrow('cannot be decrypted')
      const moved = await createSigningKeys(model, own, 60).current()
      expect([moved.kid, moved.privateKey.equals(privateKey)]).toEqual([_id, true])
    } finally {
      await connection.dropDatabase()
      await connection.close()
    }
  })

  it('never shows its private half', async () => {
    expect(JSON.stringify(await getTokenVerification())).not.toContain('PRIVATE')
  })
})
