import type { KeyObject } from 'node:crypto'
import type { RpcReply, RpcRequest } from '../messaging/broker.ts'
import type { CallerSeal } from '../messaging/rpc/call.ts'
import type { ServiceSeal } from '../messaging/rpc/serve.ts'
import { createSeal, openWith, sealFor } from './sealed.ts'

const CALLS = 'confidential calls'
const ANSWERS = 'confidential answers'
const ANSWERS_TO_OPERATOR = "confidential answers to the operator's command"

/** A sealed text opens as part of its own call only. */
const contextOf = ({ operation, context }: RpcRequest) => `${operation} ${context.operationId}`

/** Seals the calls of a process, by keys that all processes derive from the system secret. */
export function createProcessSeal(secret: Buffer): CallerSeal {
  const [calls, answers] = [createSeal(secret, CALLS), createSeal(secret, ANSWERS)]
  return {
    sealCall(request) {
      const body = calls.seal(request.body.toString(), contextOf(request))
      return { ...request, sealedFor: 'processes', body }
    },
    openAnswer: (request, reply) => withText(reply, (body) => answers.open(body, contextOf(request))),
  }
}

/** Has the answers to the operator's command sealed. It has no system secret, and sends no secrets: its calls are in clear. */
export function createOperatorSeal(key: KeyObject): CallerSeal {
  return {
    sealCall: (request) => ({ ...request, sealedFor: 'operator' }),
    openAnswer: (request, reply) =>
      withText(reply, (body) => openWith(key, ANSWERS_TO_OPERATOR, body, contextOf(request))),
  }
}

/** Without the operator's public key, nobody is the operator. */
export function createServiceSeal(secret: Buffer, operatorKey?: KeyObject): ServiceSeal {
  const [calls, answers] = [createSeal(secret, CALLS), createSeal(secret, ANSWERS)]
  const seal = (request: RpcRequest, text: string) => {
    if (request.sealedFor === 'processes') return answers.seal(text, contextOf(request))
    if (request.sealedFor !== 'operator' || !operatorKey) return undefined
    return sealFor(operatorKey, ANSWERS_TO_OPERATOR, text, contextOf(request))
  }
  return {
    openCall(request) {
      if (request.sealedFor !== 'processes') return request
      return { ...request, body: opened(calls.open(request.body, contextOf(request))) }
    },
    sealAnswer(request, reply) {
      const body = seal(request, reply.body.toString())
      return body ? { ...reply, sealed: true, body } : reply
    },
  }
}

const withText = (reply: RpcReply, open: (body: Buffer) => string | undefined): RpcReply =>
  reply.sealed ? { ...reply, body: opened(open(reply.body)) } : reply

function opened(text: string | undefined): Buffer {
  if (text === undefined)
    throw new Error('A confidential message cannot be opened: it was sealed with another key, or changed')
  return Buffer.from(text)
}
