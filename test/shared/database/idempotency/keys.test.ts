import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../shared/contract/core/errors.ts'
import { AlreadyRecorded } from '../../../../shared/database/idempotency/idempotency.ts'
import type { CallContext } from '../../../../shared/process/call-context.ts'
import { probe, refusal } from '../../../support/checks/probe.ts'
import { aDatabase, connectDatabase } from '../../../support/servers/database.ts'
import { aContext, createCountedWrites } from '../counted-writes.ts'

describe('a write under an Idempotency-Key', () => {
  test('says so when its result is a replay, and not to the request that it belongs to', async () => {
    const { write } = await createCountedWrites(await connectDatabase())
    const first = aContext({ hasClientKey: true })
    const own = { ...first, reply: {} }
    const other = { ...first, attempt: 'another', reply: {} }
    const answer = await write('bolt', first)
    expect([await write('bolt', own), await write('bolt', other)]).toEqual([answer, answer])
    expect([first.reply, own.reply, other.reply]).toEqual([{}, {}, { replayed: true }])
  })

  test('is refused while another request with the key is running, which then ends undisturbed', async () => {
    const { write, words } = await createCountedWrites(await connectDatabase())
    const first = aContext({ hasClientKey: true })
    let second: AppError | undefined
    await write('bolt', first, async () => {
      second ??= await refusal(write('bolt', { ...first, attempt: 'another', reply: {} }))
    })
    expect(second).toMatchObject({ code: 'conflict', message: expect.stringContaining('still running') })
    expect(await words()).toEqual(['bolt'])
  })

  test('in two processes at once takes effect once, and the slower one gets its result (R4)', async () => {
    const { one, other, words } = await twoProcesses()
    const first = aContext({ hasClientKey: true })
    const second = { ...first, attempt: 'another', reply: {} }
    const met = meet(2)
    const answers = await Promise.all([one.write('bolt', first, met), other.write('bolt', second, met)])
    expect(answers[0]).toEqual(answers[1])
    expect([first.reply, second.reply]).toContainEqual({ replayed: true })
    expect(await words()).toEqual(['bolt'])
  })

  test('is refused in two processes at once for another request', async () => {
    const { one, other, words } = await twoProcesses()
    const context = aContext({ hasClientKey: true })
    const met = meet(2)
    const outcomes = await Promise.allSettled([
      one.write('bolt', context, met),
      other.write('nut', { ...context, attempt: 'another', reply: {} }, met),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'This Idempotency-Key was used with another request.' },
    })
    expect(await words()).toHaveLength(1)
  })

  test.each(['conflict', 'validation_error', 'forbidden'] as const)(
    'gets the success of another process instead of a refusal that this success has caused: %s',
    async (code) => {
      const { one, other, words } = await twoProcesses()
      const first = aContext({ hasClientKey: true })
      const second = { ...first, attempt: 'another', reply: {} }
      const refused = other.write('bolt', second, async () => {
        await one.write('bolt', first)
        throw new AppError(code, 'Refused for the test.')
      })
      expect(await refused).toMatchObject({ word: 'bolt' })
      expect(await words()).toEqual(['bolt'])
    },
  )

  test('is free at once when its process is lost', async () => {
    const { one, other, words } = await twoProcesses()
    const lost = aContext({ hasClientKey: true })
    await new Promise<void>((begun) => {
      void one.write('bolt', lost, () => new Promise(() => begun()))
    })
    expect(await other.write('bolt', { ...lost, attempt: 'another', reply: {} })).toMatchObject({ word: 'bolt' })
    expect(await words()).toEqual(['bolt'])
  })

  test('is one transaction, with no other command', async () => {
    const connection = await connectDatabase(aDatabase(), { monitorCommands: true })
    const { write } = await createCountedWrites(connection)
    const commands: string[] = []
    connection.getClient().on('commandStarted', ({ commandName }) => commands.push(commandName))
    await write('bolt', aContext({ hasClientKey: true }))
    expect(commands).toEqual(['insert', 'bulkWrite', 'commitTransaction'])
  })
})

test('an effect in parts is not begun again for a key that has an outcome, and is unknown if it is stopped', async () => {
  const connection = await connectDatabase()
  const { idempotency, write, lease } = await createCountedWrites(connection)
  const done = aContext({ hasClientKey: true })
  const repeat = (context: CallContext, effect: () => Promise<unknown>) =>
    idempotency.onceInParts(probe.change, { word: 'bolt' }, context, effect)
  const answer = await write('bolt', done)
  let begun = 0
  expect(await repeat({ ...done, attempt: 'another' }, async () => begun++)).toEqual(answer)
  expect(begun).toBe(0)
  const stopped = aContext({ hasClientKey: true })
  const error = await refusal(
    repeat(stopped, async () => {
      await lease('bolt', { ...stopped, attempt: 'another' })
      throw new AlreadyRecorded()
    }),
  )
  expect(error.code).toBe('outcome_unknown')
})

/** Resolves for each of so many once all have called it, and at once when they call it again. */
function meet(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let met = 0
  return () => {
    if (++met === count) all.resolve()
    return all.promise
  }
}

/** Two processes with one database. */
async function twoProcesses() {
  const database = aDatabase()
  const [one, other] = [
    await createCountedWrites(await connectDatabase(database)),
    await createCountedWrites(await connectDatabase(database)),
  ]
  return { one, other, words: one.words }
}
