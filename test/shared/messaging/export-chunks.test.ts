import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exportFormats } from '../../../shared/contract/core/export-formats.ts'
import type { RecordId } from '../../../shared/contract/core/paging.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { RpcReply } from '../../../shared/messaging/broker.ts'
import { type ReadChunk, readExport } from '../../../shared/messaging/rpc/export-chunks.ts'

const csv = exportFormats['text/csv']
const HEADER = 'id,name\r\n'
const PARTS = 4

/** Each chunk has one record. */
const part = (id: number): RpcReply => ({
  records: 1,
  body: Buffer.from(`${id},Job\r\n`),
  ...(id < PARTS && { next: id }),
})

function open(readChunk: ReadChunk = async (after) => part(Number(after) + 1)) {
  const asked: (RecordId | null)[] = []
  const pieces = readExport(inventory.listJobs, csv, part(1), (after) => {
    asked.push(after)
    return readChunk(after)
  })
  return { asked, take: async () => String((await pieces.next()).value) }
}

test('while a part is taken, the next one is read, and no further one', async () => {
  const { asked, take } = open()
  expect(await take()).toBe(HEADER)
  expect(asked).toEqual([])
  for (const id of [1, 2, 3]) {
    expect(await take()).toBe(`${id},Job\r\n`)
    expect(asked).toHaveLength(id)
  }
  expect(await take()).toBe('4,Job\r\n')
  expect(asked).toEqual([1, 2, 3])
  const before = `${HEADER}1,Job\r\n2,Job\r\n3,Job\r\n4,Job\r\n`
  expect(await take()).toBe(`#end,4,${createHash('sha256').update(before).digest('hex')}\r\n`)
})

test('a part that cannot be read ends the export when the one before it was taken', async () => {
  const { take } = open(async () => {
    throw new Error('Away')
  })
  expect([await take(), await take()]).toEqual([HEADER, '1,Job\r\n'])
  await expect(take()).rejects.toThrow('Away')
})

test.each([
  ['that is refused', { error: 'service_unavailable', body: Buffer.from('{}') }],
  ['without the number of its records', { body: Buffer.from('{"value":[]}') }],
] as const)('a part %s is no part of the export', async (_, reply) => {
  const { take } = open(async () => reply)
  expect([await take(), await take()]).toEqual([HEADER, '1,Job\r\n'])
  await expect(take()).rejects.toThrow('A part of the export was refused')
})
