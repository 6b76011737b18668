import { beforeAll, expect, test } from 'vitest'
import { type Person, permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { aReceipt, unique } from '../../../../support/records/factories.ts'
import { type CountWorld, countWords, startCountWorld } from './count-world.ts'

const issuer = 'https://idp.example'
const ada: Person = { issuer, subject: '1', name: 'Ada Byron' }
/** Somebody else of the same name. */
const namesake: Person = { issuer, subject: '2', name: 'Ada Byron' }
/** The subject of another provider is another person. */
const stranger: Person = { issuer: 'https://other.example', subject: '1', name: 'Ada Byron' }

let world: CountWorld
beforeAll(async () => {
  world = await startCountWorld(['gateway'])
})

/** A client that counts and approves, as the person uses it. */
async function as(person: Person | undefined, clientId = unique('client')) {
  const { countStock, approveCounts } = permissions
  const rights = { permissions: [countStock, approveCounts], clientId, ...(person && { person }) }
  return countWords((await world.system.createClient(rights)).call)
}

/** A count with a difference that its counter may not approve, counted and submitted. */
async function counted(by: Awaited<ReturnType<typeof as>>) {
  const itemID = await world.newItem()
  await world.receive(itemID, 10, { spot: 'A-01' })
  const { countNo } = await by.create({ items: [itemID], maxUnits: 1 })
  await by.count(countNo, itemID, 'A-01', 7)
  await by.submit(countNo)
  return countNo
}

const refusal = (who: 'person' | 'client') => ({
  code: 'forbidden',
  message: `Line 1 was counted by this ${who}: another one must approve it.`,
})

test('a person who counted cannot approve, under any client', async () => {
  const client = unique('client')
  const countNo = await counted(await as(ada, client))
  await expect((await as(ada, client)).approve(countNo)).rejects.toMatchObject(refusal('person'))
  await expect((await as(ada)).approve(countNo)).rejects.toMatchObject(refusal('person'))
  // A person may be given another name.
  await expect((await as({ ...ada, name: 'Ada King' })).approve(countNo)).rejects.toMatchObject(refusal('person'))
})

test('another person may approve, also with the same client and the same name', async () => {
  const client = unique('client')
  for (const other of [namesake, stranger]) {
    const countNo = await counted(await as(ada, client))
    expect(await (await as(other, client)).approve(countNo)).toMatchObject({ status: 'Approved' })
  }
})

test('where one of the two is not verified, the client decides as before', async () => {
  const client = unique('client')
  const byAda = await counted(await as(ada, client))
  await expect((await as(undefined, client)).approve(byAda)).rejects.toMatchObject(refusal('client'))
  const byClient = await counted(await as(undefined, client))
  await expect((await as(ada, client)).approve(byClient)).rejects.toMatchObject(refusal('client'))
  expect(await (await as(undefined)).approve(byAda)).toMatchObject({ status: 'Approved' })
})

test('a count names the persons who made, counted, submitted and approved it; a recount forgets them', async () => {
  const [first, second] = [await as(ada), await as({ ...namesake, name: 'Grace Hopper' })]
  const countNo = await counted(first)
  await second.approve(countNo)
  const persons = { createdByPerson: 'Ada Byron', submittedByPerson: 'Ada Byron', approvedByPerson: 'Grace Hopper' }
  expect(await second.get(countNo)).toMatchObject({ ...persons, lines: [{ countedByPerson: 'Ada Byron' }] })
  const again = await second.recount(countNo)
  expect(again).toMatchObject({ createdByPerson: 'Ada Byron' })
  for (const field of ['submittedByPerson', 'approvedByPerson']) expect(again).not.toHaveProperty(field)
  expect((await second.get(countNo)).lines[0]).not.toHaveProperty('countedByPerson')
})

test('an entry of the ledger has the person of the token, not the one that the request names', async () => {
  const { api, call } = await world.system.createClient({ person: ada })
  const itemID = await world.newItem()
  const answer = await api.inventory.receive(aReceipt({ itemID }), { headers: { 'x-actor': 'Mallory' } })
  expect(answer.status).toBeLessThan(300)
  const [entry] = (await call(inventory.listTransactions, { itemID })).value
  expect(entry).toMatchObject({ actor: 'Ada Byron', actorVerified: true })
  expect(entry).not.toHaveProperty('person')
})

test('counts are sorted by the names of persons', async () => {
  const by = async (name: string) =>
    (await (await as({ ...ada, name })).create({ items: [await world.newItem()] })).countNo
  const [later, earlier] = [await by('Zoe Ash'), await by('Abe Ash')]
  const { value } = await world.both.call(inventory.listCounts, { sort: 'createdByPerson', direction: 'desc' })
  const numbers = value.map(({ countNo }) => countNo)
  expect(numbers[0]).toBe(later)
  expect(numbers.filter((one) => one === later || one === earlier)).toEqual([later, earlier])
})
