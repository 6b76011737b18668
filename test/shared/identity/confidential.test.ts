import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { auth } from '../../../shared/contract/auth.ts'
import { createOperatorSeal, createProcessSeal, createServiceSeal } from '../../../shared/identity/confidential.ts'
import type { Broker, RpcReply, RpcRequest } from '../../../shared/messaging/broker.ts'
import { type CallerSeal, createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { serve } from '../../../shared/messaging/rpc/serve.ts'
import { createCapturedLog } from '../../support/checks/captured-log.ts'
import { refusal } from '../../support/checks/probe.ts'
import { createMemoryBroker } from '../../support/servers/memory-broker.ts'
import { createOperatorKey } from '../../support/system/system.ts'

const secret = Buffer.alloc(32, 7)
const operatorKey = createOperatorKey()
const grant = { grant_type: 'client_credentials', client_id: 'anna', client_secret: 'hush' }
const token = { access_token: 'pass', token_type: 'bearer' as const, expires_in: 60 }
const processes = createProcessSeal(secret)

/** A service of this version, or of an earlier one, which seals nothing; `bodies` are those that travelled. */
async function serveAuth({ isEarlier = false } = {}) {
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
  const seal = createServiceSeal(secret, createPublicKey(operatorKey))
  const { log } = createCapturedLog()
  const handlers = { issueToken: async () => token }
  const options = { log, identify: () => undefined, ...(!isEarlier && { seal }) }
  await serve(broker, { issueToken: auth.issueToken }, handlers, options)
  return { broker, bodies }
}

const issueToken = (broker: Broker, seal?: CallerSeal, allowsEarlier = false) =>
  createCall(createCallBytes(broker, { ...(seal && { seal }), allowsEarlier }), () => '')(auth.issueToken, grant)

describe('A confidential call', () => {
  test('of a process travels sealed, and so does its answer', async () => {
    const { broker, bodies } = await serveAuth()
    expect(await issueToken(broker, processes)).toEqual(token)
    expect(bodies.join()).not.toMatch(/hush|pass|client_credentials/)
  })

  test('of the operator is answered for the holder of the key only', async () => {
    const { broker, bodies } = await serveAuth()
    expect(await issueToken(broker, createOperatorSeal(operatorKey))).toEqual(token)
    expect(bodies.join()).not.toContain('pass')
    await expect(issueToken(broker, createOperatorSeal(createOperatorKey()))).rejects.toThrow('cannot be opened')
  })

  test('of an earlier version is answered in clear, as it was sent', async () => {
    const { broker } = await serveAuth()
    expect(await issueToken(broker)).toEqual(token)
  })

  test('to an earlier version is sent in clear if that is allowed, and refused otherwise', async () => {
    const { broker, bodies } = await serveAuth({ isEarlier: true })
    expect(await refusal(issueToken(broker, processes))).toMatchObject({ code: 'service_unavailable' })
    expect(bodies.join()).not.toContain('hush')
    expect(await issueToken(broker, processes, true)).toEqual(token)
    expect(await issueToken(broker, createOperatorSeal(operatorKey))).toEqual(token)
  })

  test('that the service refuses is no sign of an earlier version', async () => {
    const { broker, bodies } = await serveAuth()
    const call = createCall(createCallBytes(broker, { seal: processes, allowsEarlier: true }), () => '')
    const wrong = call(auth.issueToken, { ...grant, grant_type: '' })
    expect((await refusal(wrong)).code).not.toBe('service_unavailable')
    expect(bodies).toHaveLength(2)
  })

  test.each<[string, (request: RpcRequest) => RpcRequest]>([
    ['another call', (request) => ({ ...request, context: { ...request.context, operationId: 'other' } })],
    ['another operation', (request) => ({ ...request, operation: 'auth.createClient' })],
  ])('cannot be opened as part of %s', (_, toOther) => {
    const context = { requestId: 'r', operationId: 'o', attempt: 'a', hasClientKey: false, deadline: 0 }
    const clear: RpcRequest = { operation: 'auth.issueToken', context, body: Buffer.from('{}') }
    const sealed = processes.sealCall(clear)
    const service = createServiceSeal(secret)
    expect(service.openCall(sealed).body.toString()).toBe('{}')
    expect(() => service.openCall(toOther(sealed))).toThrow('cannot be opened')
    const reply: RpcReply = service.sealAnswer(sealed, { body: Buffer.from('{}') })
    expect(processes.openAnswer(sealed, reply).body.toString()).toBe('{}')
    expect(() => processes.openAnswer(toOther(sealed), reply)).toThrow('cannot be opened')
  })
})
