import { expect, test } from 'vitest'
import { faultOf } from './fuzz.ts'

const request = (path: string, key: string) => ({
  method: 'GET',
  path,
  target: 'path' as const,
  headers: { 'idempotency-key': key },
  body: undefined,
})
const answer = (text: string) => ({ status: 200, text })
const sent = new Set(['zod'])

test('the list of refused requests may quote what another request sent, and nothing else may', () => {
  expect(faultOf(answer('{"key":"Xzod7"}'), request('/Requests?a[]=1', 'k'), [], sent)).toBeUndefined()
  expect(faultOf(answer('{"key":"Xzod7"}'), request('/Item', 'k'), [], sent)).toBe('reveals zod')
})

test('a response may quote its own request, and a text that nobody sent is found behind it', () => {
  expect(faultOf(answer('Xzod7'), request('/Item', 'Xzod7'), [], new Set())).toBeUndefined()
  expect(faultOf(answer('Xzod7 MongoServerError'), request('/Requests', 'k'), [], sent)).toBe('reveals Mongo')
})
