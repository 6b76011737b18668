import { expect, test } from 'vitest'
import { connectDatabase } from '../../support/servers/database.ts'
import { serverUrl } from '../../support/servers/server-url.ts'
import { createCommandReader, startCommandCounter } from './command-counter.ts'
import { perRequest } from './count-commands.ts'

test('the commands of a program are counted by name and collection, those that keep its connections not', async () => {
  await using counter = await startCommandCounter(serverUrl('MONGODB_URI'))
  const connection = await connectDatabase(undefined, { uri: counter.url })
  const lots = connection.collection('lots')
  await connection.getClient().db().admin().ping()
  await lots.insertMany([{ units: 1 }, { units: 2 }])
  const session = await connection.startSession()
  await session.withTransaction(async () => {
    await lots.updateOne({ units: 1 }, { $inc: { units: 1 } }, { session })
    await lots.updateOne({ units: 2 }, { $inc: { units: 1 } }, { session })
  })
  await session.endSession()
  const expected = { 'insert lots': 1, 'update lots': 2, commitTransaction: 1 }
  expect(Object.fromEntries(counter.counts)).toMatchObject(expected)
  expect([...counter.counts.keys()].filter((name) => name.startsWith('ping'))).toEqual([])
  await connection.close()
})

test('a command is found wherever its bytes are split', () => {
  const [find, commit] = [message('find', 'lots'), message('commitTransaction', 1)]
  for (let split = 1; split < find.length; split++) {
    const commands: string[] = []
    const read = createCommandReader((command) => commands.push(command))
    read(find.subarray(0, split))
    read(Buffer.concat([find.subarray(split), commit]))
    expect(commands).toEqual(['find lots', 'commitTransaction'])
  }
})

test('what is sent at rest as well is not counted for the requests', () => {
  const atRest = { seconds: 10, counts: new Map([['find orderLines', 20]]), bytes: 1_000 }
  const counts = new Map([
    ['find orderLines', 60],
    ['commitTransaction', 10],
  ])
  expect(perRequest(atRest, { seconds: 5, counts, bytes: 3_000 }, 10)).toEqual({
    commands: { 'find orderLines': 5, commitTransaction: 1 },
    all: 6,
    bytes: 250,
    atRestPerSecond: 2,
  })
})

/** An OP_MSG with a document of one element. */
function message(name: string, value: string | 1): Buffer {
  const text = (content: string) => Buffer.from(`${content}\0`)
  const length = Buffer.alloc(4)
  const int = (number: number) => {
    length.writeInt32LE(number)
    return Buffer.from(length)
  }
  const content = value === 1 ? int(1) : Buffer.concat([int(value.length + 1), text(value)])
  const element = Buffer.concat([Buffer.of(value === 1 ? 0x10 : 0x02), text(name), content])
  const document = Buffer.concat([int(element.length + 5), element, Buffer.of(0)])
  const body = Buffer.concat([int(0), Buffer.of(0), document])
  return Buffer.concat([int(body.length + 16), int(1), int(0), int(2013), body])
}
