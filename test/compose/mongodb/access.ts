import { Binary, type Document } from 'bson'
import { z } from 'zod'
import type { Members, User } from './members.ts'
import { startConversation, userOf } from './scram.ts'

/** One connection: its SASL conversation under way, and its user. */
export interface Session {
  conversation?: { readonly user: User; readonly scram: ReturnType<typeof startConversation> }
  user?: User
}

/** Commands that need no user. */
const OPEN_COMMANDS = new Set(['ping', 'buildinfo', 'getlog', 'connectionstatus', 'endsessions', 'getcmdlineopts'])

const Payload = z.instanceof(Binary).transform((binary) => Buffer.from(binary.buffer).toString())
const SaslStart = z.looseObject({ mechanism: z.string(), payload: Payload })
const SaslContinue = z.looseObject({ payload: Payload })
const Initiate = z.looseObject({
  replSetInitiate: z.looseObject({ members: z.tuple([z.looseObject({ host: z.string() })]) }),
})
const CreateUser = z.looseObject({
  createUser: z.string(),
  pwd: z.string(),
  roles: z.array(z.looseObject({ role: z.literal('readWrite'), db: z.string() })),
})
const UsersInfo = z.looseObject({ usersInfo: z.union([z.string(), z.looseObject({ user: z.string() })]) })

const failure = (code: number, codeName: string, errmsg: string): Document => ({ ok: 0, code, codeName, errmsg })
const authenticationFailed = () => failure(18, 'AuthenticationFailed', 'Authentication failed.')
const sasl = (payload: string, done: boolean): Document => ({
  ok: 1,
  conversationId: 1,
  done,
  payload: new Binary(Buffer.from(payload)),
})

/** Answers the commands of authentication, users and the replica set; undefined for every other command. */
export function answerAccess(
  name: string,
  command: Document,
  session: Session,
  members: Members,
): Document | undefined {
  if (name === 'saslStart') return start(SaslStart.parse(command), session, members)
  if (name === 'saslContinue') return proceed(SaslContinue.parse(command).payload, session)
  if (!session.user?.databases.includes('*')) return undefined
  switch (name) {
    case 'replSetInitiate':
      members.initiate(Initiate.parse(command).replSetInitiate.members[0].host)
      return { ok: 1 }
    case 'createUser': {
      const { createUser, pwd, roles } = CreateUser.parse(command)
      if (members.find(createUser)) return failure(51003, 'Location51003', `User "${createUser}@admin" already exists`)
      members.create(
        createUser,
        pwd,
        roles.map(({ db }) => db),
      )
      return { ok: 1 }
    }
    case 'usersInfo': {
      const { usersInfo } = UsersInfo.parse(command)
      const user = members.find(typeof usersInfo === 'string' ? usersInfo : usersInfo.user)
      return { ok: 1, users: user ? [{ _id: `admin.${user.name}`, user: user.name, db: 'admin', roles: [] }] : [] }
    }
    default:
      return undefined
  }
}

function start({ mechanism, payload }: z.output<typeof SaslStart>, session: Session, members: Members): Document {
  if (mechanism !== 'SCRAM-SHA-256') return failure(334, 'MechanismUnavailable', `${mechanism} is not supported`)
  const user = members.find(userOf(payload))
  if (!user) return authenticationFailed()
  const scram = startConversation(payload, user.password)
  session.conversation = { user, scram }
  return sasl(scram.serverFirst, false)
}

function proceed(payload: string, session: Session): Document {
  const { conversation } = session
  // The last message of a client that does not skip the empty exchange.
  if (session.user && payload === '') return sasl('', true)
  const final = conversation?.scram.finish(payload)
  if (!conversation || final === undefined) return authenticationFailed()
  session.user = conversation.user
  return sasl(final, false)
}

/**
 * An error if the session's user may not send the command. `namespaces` are those that a bulkWrite, which is sent to
 * admin, writes.
 */
export function isAllowed(
  name: string,
  { $db = 'admin' }: Document,
  { user }: Session,
  namespaces: readonly Document[],
): Document | undefined {
  if (OPEN_COMMANDS.has(name.toLowerCase())) return undefined
  if (!user) return failure(13, 'Unauthorized', `Command ${name} requires authentication`)
  const ends = name === 'commitTransaction' || name === 'abortTransaction'
  if (ends || user.databases.includes('*')) return undefined
  const written = namespaces.map(({ ns }) => String(ns).split('.', 1)[0])
  const databases = name === 'bulkWrite' && written.length > 0 ? written : [String($db)]
  const barred = databases.find((database) => database === undefined || !user.databases.includes(database))
  return barred === undefined
    ? undefined
    : failure(13, 'Unauthorized', `not authorized on ${barred} to execute command ${name}`)
}
