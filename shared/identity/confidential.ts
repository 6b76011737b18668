import type { KeyObject } from 'node:crypto'
import type { RpcRequest } from '../messaging/broker.ts'
import type { CallerSeal } from '../messaging/rpc/call.ts'
import type { ServiceSeal } from '../messaging/rpc/serve.ts'
import { agreedSecret, agreeWith, createSeal, PUBLIC_KEY_BYTES } from './sealed.ts'

/** A new key pair for each call would make a sign-in dearer by a millisecond. */
const AGREED_FOR_MS = 60_000
const MAX_REMEMBERED = 1_000

/** The two directions of calls under one agreed secret. */
const toSeals = (secret: Buffer) => ({
  calls: createSeal(secret, 'confidential calls'),
  replies: createSeal(secret, 'confidential answers'),
})
type Seals = ReturnType<typeof toSeals>

/** A sealed text opens as part of its own call only. */
const contextOf = ({ operation, context }: RpcRequest, sender: Buffer) =>
  `${operation} ${context.operationId} ${sender.toString('base64')}`

/** Seals calls for the service that they are for. The new public key with which a secret was agreed on comes first. */
export function createCallerSeal(publicKeys: ReadonlyMap<string, KeyObject>): CallerSeal {
  const known = new Map<string, { readonly sender: Buffer; readonly seals: Seals; readonly until: number }>()
  const agreementWith = (service: string) => {
    const last = known.get(service)
    if (last && last.until > performance.now()) return last
    const publicKey = publicKeys.get(service)
    if (!publicKey) throw new Error(`There is no public key of ${service}, so nothing can be sealed for it`)
    const { secret, sender } = agreeWith(publicKey)
    const agreement = { sender, seals: toSeals(secret), until: performance.now() + AGREED_FOR_MS }
    known.set(service, agreement)
    return agreement
  }
  return (service, request) => {
    const { sender, seals } = agreementWith(service)
    const context = contextOf(request, sender)
    const body = Buffer.concat([sender, seals.calls.seal(request.body.toString(), context)])
    return {
      request: { ...request, isSealed: true, body },
      open: (reply) => (reply.sealed ? { ...reply, body: opened(seals.replies.open(reply.body, context)) } : reply),
    }
  }
}

/** Opens what was sealed for the service that has the key, and seals the replies to it. */
export function createServiceSeal(key: KeyObject): ServiceSeal {
  const known = new Map<string, Seals>()
  const sealsOf = (sender: Buffer) => {
    const secret = agreedSecret(key, sender)
    return secret && toSeals(secret)
  }
  return (request) => {
    if (!request.isSealed) return undefined
    const sender = request.body.subarray(0, PUBLIC_KEY_BYTES)
    const context = contextOf(request, sender)
    const name = sender.toString('base64')
    let replies: Seals['replies'] | undefined
    return {
      open() {
        const seals = known.get(name) ?? sealsOf(sender)
        const body = opened(seals?.calls.open(request.body.subarray(PUBLIC_KEY_BYTES), context))
        if (known.size >= MAX_REMEMBERED) known.clear()
        if (seals) known.set(name, seals)
        replies = seals?.replies
        return { ...request, body }
      },
      seal: (reply) =>
        replies ? { ...reply, sealed: true, body: replies.seal(reply.body.toString(), context) } : reply,
    }
  }
}

function opened(text: string | undefined): Buffer {
  if (text === undefined)
    throw new Error('A confidential message cannot be opened: it was sealed with another key, or changed')
  return Buffer.from(text)
}
