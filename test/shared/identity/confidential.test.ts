import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { createCallerSeal, createServiceSeal } from '../../../shared/identity/confidential.ts'
import type { Broker, RpcRequest } from '../../../shared/messaging/broker.ts'
import { type CallerSeal, createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { serve } from '../../../shared/messaging/rpc/serve.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { refusal } from '../../support/checks/probe.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'
import { createKeys } from '../../support/system/keys.ts'

const keysOf = createKeys()
const grant = { grant_type: 'client_credentials', client_id: 'anna', client_secret: 'hush' }
const token = { access_token: 'pass', token_type: 'bearer' as const, expires_in: 60 }
const newSeal = () => createCallerSeal(keysOf('gateway').publicKeys)
const callerSeal = newSeal()

/** `bodies` are those that travelled. */
async function serveAuth(key = keysOf('auth').key) {
  const memory = createMemoryBroker()
  const bodies: string[] = []
  const broker: Broker = {
    ...memory,
    async request(service, request) {
      const reply = await memory.request(service, request)
      bodies.push(request.body.toString('latin1'), reply.body.toString('latin1'))
      return reply
    },
  }
  const { log } = createCapturedLog()
  const handlers = { issueToken: async () => token }
  const options = { log, identify: () => undefined, seal: createServiceSeal(key) }
  await serve(broker, { issueToken: auth.issueToken }, handlers, options)
  return { broker, bodies }
}

const issueToken = (broker: Broker, seal?: CallerSeal) =>
  createCall(createCallBytes(broker, { ...(seal && { seal }) }), () => '')(auth.issueToken, grant)

describe('A confidential call', () => {
  test('travels sealed, and so does its reply', async () => {
    const { broker, bodies } = await serveAuth()
    expect(await issueToken(broker, callerSeal)).toEqual(token)
    expect(bodies.join()).not.toMatch(/hush|pass|client_credentials/)
  })

  test('opens at the process that it is for only (S5)', async () => {
    const { broker, bodies } = await serveAuth(keysOf('notifications').key)
    expect(await refusal(issueToken(broker, callerSeal))).toMatchObject({ code: 'internal_error' })
    expect(bodies.join()).not.toMatch(/hush|pass/)
  })

  test('that was sent in clear is answered in clear', async () => {
    const { broker } = await serveAuth()
    expect(await issueToken(broker)).toEqual(token)
  })

  test('to a service whose key is unknown is not sent', () => {
    expect(() => createCallerSeal(new Map())('auth', requestOf('o'))).toThrow('There is no public key of auth')
  })

  test('is sealed with a new secret after a minute', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const seal = newSeal()
    const senderOf = () => seal('auth', requestOf('o')).request.body.toString('base64', 0, 91)
    const first = senderOf()
    vi.advanceTimersByTime(59_000)
    expect(senderOf()).toBe(first)
    vi.advanceTimersByTime(2_000)
    expect(senderOf()).not.toBe(first)
  })

  test.each<[string, (request: RpcRequest) => RpcRequest]>([
    ['another call', (request) => ({ ...request, context: { ...request.context, operationId: 'other' } })],
    ['another operation', (request) => ({ ...request, operation: 'auth.createClient' })],
    [
      'itself, if it begins with another key',
      (request) => ({ ...request, body: withSenderOf(requestOf('o'), request) }),
    ],
    ['itself, if it is no sealed text', (request) => ({ ...request, body: Buffer.from('{}') })],
  ])('cannot be opened as part of %s', (_, toOther) => {
    const { request, open } = callerSeal('auth', requestOf('o'))
    const serviceSeal = createServiceSeal(keysOf('auth').key)
    const sealed = serviceSeal(request)
    expect(sealed?.open().body.toString()).toBe('{}')
    const reply = sealed?.seal({ body: Buffer.from('answer') }) ?? { body: Buffer.from('') }
    expect(open(reply).body.toString()).toBe('answer')
    expect(() => callerSeal('auth', requestOf('other')).open(reply)).toThrow('cannot be opened')
    const other = serviceSeal(toOther(request))
    expect(() => other?.open()).toThrow('cannot be opened')
  })
})

function requestOf(operationId: string): RpcRequest {
  const context = { requestId: 'r', operationId, attempt: 'a', hasClientKey: false, deadline: 0 }
  return { operation: 'auth.issueToken', context, body: Buffer.from('{}') }
}

/** The sealed body of one request behind the public key of another one. */
const withSenderOf = (other: RpcRequest, { body }: RpcRequest) =>
  Buffer.concat([newSeal()('auth', other).request.body.subarray(0, 91), body.subarray(91)])
