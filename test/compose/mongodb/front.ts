import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { type Document, deserialize, serialize } from 'bson'
import {
  encodeReply,
  MessageReader,
  parseRequest,
  type Request,
} from '../../../local/documentdb-gateway/wire/messages.ts'
import { answerAccess, isAllowed, type Session } from './access.ts'
import type { Members } from './members.ts'

/**
 * A server before the local MongoDB gateway that adds what only a real mongod has: a replica set that must be initiated, and users.
 * Everything else is passed on.
 */
export function createFront(members: Members, gatewayPort: number): Server {
  return createServer({ noDelay: true }, (client) => relay(client, createConnection(gatewayPort, '127.0.0.1'), members))
}

function relay(client: Socket, gateway: Socket, members: Members): void {
  const session: Session = {}
  /** For each response that the gateway still owes, in order: whether it is that of a hello. */
  const owed: { readonly isHello: boolean }[] = []
  const requests = new MessageReader()
  const replies = new MessageReader()
  const close = () => {
    client.destroy()
    gateway.destroy()
  }
  for (const socket of [client, gateway]) socket.on('error', close).on('close', close)

  client.on('data', (chunk) => {
    for (const message of requests.take(chunk)) {
      const request = parseRequest(message)
      const command = deserialize(request.body)
      const [name = ''] = Object.keys(command)
      const isHello = ['hello', 'ismaster'].includes(name.toLowerCase())
      const own = isHello
        ? undefined
        : (answerAccess(name, command, session, members) ??
          isAllowed(name, command, session, namespacesOf(request, command)))
      if (own) send(client, request, own)
      else {
        if (request.wantsReply) owed.push({ isHello })
        gateway.write(message)
      }
    }
  })
  gateway.on('data', (chunk) => {
    for (const message of replies.take(chunk)) {
      if (!owed.shift()?.isHello) client.write(message)
      else client.write(describeMember(message, members.host))
    }
  })
}

/** The gateway's response to hello, with the state of this replica set. */
function describeMember(message: Buffer, host: string | undefined): Buffer {
  const responseTo = message.readInt32LE(8)
  const isReply = message.readInt32LE(12) === 1
  const { body } = isReply ? { body: message.subarray(36) } : parseRequest(message)
  const { hosts: _, primary: __, me: ___, setName: ____, ...rest } = deserialize(body, { promoteValues: false })
  const member = host
    ? { ...rest, setName: 'rs0', hosts: [host], primary: host, me: host }
    : { ...rest, isreplicaset: true, isWritablePrimary: false, ismaster: false }
  const request = { requestId: responseTo, kind: isReply ? ('query' as const) : ('message' as const) }
  return Buffer.concat(encodeReply({ ...request, wantsReply: true, body, sequences: new Map() }, serialize(member)))
}

function send(client: Socket, request: Request, answer: Document): void {
  client.write(Buffer.concat(encodeReply(request, serialize(answer))))
}

/** The namespaces of a bulkWrite, which come as a sequence or in the command. */
function namespacesOf({ sequences }: Request, { nsInfo = [] }: Document): Document[] {
  const sequence = sequences.get('nsInfo')
  if (!sequence) return [nsInfo].flat()
  const found: Document[] = []
  for (let offset = 0; offset < sequence.length; offset += sequence.readInt32LE(offset))
    found.push(deserialize(sequence.subarray(offset, offset + sequence.readInt32LE(offset))))
  return found
}
