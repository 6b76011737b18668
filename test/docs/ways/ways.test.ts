import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Code, readCode } from './code.ts'
import { type Followed, follow } from './follow.ts'
import { enteredOtherwise, offTheWay } from './off-the-way.ts'
import { readWays } from './read-ways.ts'

const ways = readWays()

let code: Code
beforeAll(() => {
  code = readCode()
})
afterAll(() => code[Symbol.dispose]())

describe.each([
  ['units-of-a-move', 28],
  ['order-to-allocation', 32],
])('The way %s', (name, most) => {
  const steps = ways.get(name) ?? []
  const files = steps.map(({ file }) => file)
  let followed: Followed
  beforeAll(() => {
    followed = follow(code, steps)
  })

  test(`leads through at most ${most} files, each of which it names once`, () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.length).toBeLessThanOrEqual(most)
    expect(new Set(files).size).toBe(files.length)
  })

  test('names functions that are in their files', () => {
    expect(followed.missing).toEqual([])
  })

  test('calls nothing in other files but what is listed as off the way, with a reason', () => {
    const listed = offTheWay(name)
    const unlisted = [...followed.beside].filter((one) => !listed.some((entry) => covers(entry, one)))
    expect(unlisted, 'name them on the way, or in test/docs/ways/off-the-way.ts').toEqual([])
  })

  test('leads from each file to the next by an import, or in a way that is told', () => {
    expect(files.filter((file) => !followed.entered.has(file) && !(file in enteredOtherwise))).toEqual([])
  })

  test('has nothing listed as off the way that it does not come by', () => {
    const vain = offTheWay(name).filter((entry) => ![...followed.beside].some((one) => covers(entry, one)))
    expect(vain).toEqual([])
  })
})

test('the document tells the ways that are followed here, and no other', () => {
  expect([...ways.keys()]).toEqual(['units-of-a-move', 'order-to-allocation'])
})

test('what is said of how one gets to a file is of files on the ways', () => {
  const onWays = [...ways.values()].flat().map(({ file }) => file)
  expect(Object.keys(enteredOtherwise).filter((file) => !onWays.includes(file))).toEqual([])
})

/** Whether an entry, a file or one name in it, is what a function comes by. */
const covers = (entry: string, reached: string) => reached === entry || reached.startsWith(`${entry} `)
