import { expect, test } from 'vitest'
import { createFairQueue } from '../../../../services/reporting/runs/fair-queue.ts'
import { refusal } from '../../../support/checks/probe.ts'

/** A queue whose works end when they are let. */
function open() {
  const queue = createFairQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const left = new Set<string>()
  const add = (client: string, name: string) =>
    queue.run(
      client,
      () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      },
      () => !left.has(name),
    )
  const end = async (name: string, work: Promise<string>) => {
    ends.get(name)?.()
    expect(await work).toBe(name)
    await new Promise(setImmediate)
  }
  return { add, begun, end, left }
}

test('one work of a client runs at once, and those that wait come in turn, client by client', async () => {
  const { add, begun, end } = open()
  const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => add('a', name))
  expect(begun).toEqual(['a1'])
  const [b1, b2] = ['b1', 'b2'].map((name) => add('b', name))
  const c1 = add('c', 'c1')
  expect(begun).toEqual(['a1', 'b1'])
  if (!(a1 && a2 && a3 && b1 && b2)) throw new Error('Works are missing')
  await end('b1', b1)
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('a1', a1)
  await end('c1', c1)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2'])
  await end('a2', a2)
  expect(begun.at(-1)).toBe('a3')
  await end('b2', b2)
  await end('a3', a3)
})

test('a client whose works wait is refused more of them, others are not', async () => {
  const { add, begun } = open()
  for (let count = 0; count < 9; count++) void add('a', `a${count}`)
  expect(await refusal(add('a', 'a9'))).toMatchObject({ code: 'service_unavailable' })
  void add('b', 'b')
  expect(begun).toEqual(['a0', 'b'])
})

const always = () => true

test('work without a waiting request ends when its turn comes, and delays no other work', async () => {
  const { add, begun, end, left } = open()
  const first = add('a', 'first')
  const given = Array.from({ length: 8 }, (_, index) => refusal(add('a', `a${index}`)))
  for (let index = 0; index < 8; index++) left.add(`a${index}`)
  const last = add('a', 'last')
  for (const error of await Promise.all(given)) expect(error).toMatchObject({ code: 'service_unavailable' })
  await end('first', first)
  expect(begun).toEqual(['first', 'last'])
  await end('last', last)
})

test('a work that fails lets the next one run', async () => {
  const queue = createFairQueue()
  await expect(queue.run('a', () => Promise.reject(new Error('broken')), always)).rejects.toThrow('broken')
  expect(await queue.run('a', async () => 1, always)).toBe(1)
})
