import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const ITERATIONS = 15_000

/** What a server stores of a password (RFC 5802, 3; RFC 7677): with it, it can check a proof but not make one. */
export interface StoredPassword {
  readonly salt: string
  readonly storedKey: string
  readonly serverKey: string
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

export function storePassword(password: string): StoredPassword {
  const salt = randomBytes(28)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  return {
    salt: salt.toString('base64'),
    storedKey: sha256(hmac(salted, 'Client Key')).toString('base64'),
    serverKey: hmac(salted, 'Server Key').toString('base64'),
  }
}

/** The user name in a client's first message. */
export function userOf(clientFirst: string): string {
  return (fieldsOf(clientFirst.slice(3)).n ?? '').replace(/=2C/g, ',').replace(/=3D/g, '=')
}

/** The server's side of one SCRAM-SHA-256 conversation (RFC 5802, 5). */
export function startConversation(clientFirst: string, { salt, storedKey, serverKey }: StoredPassword) {
  // Without channel binding, the header is "n,,".
  const bare = clientFirst.slice(3)
  const nonce = `${fieldsOf(bare).r}${randomBytes(24).toString('base64')}`
  const serverFirst = `r=${nonce},s=${salt},i=${ITERATIONS}`
  return {
    serverFirst,
    /** The server's final message; undefined if the proof is wrong. */
    finish(clientFinal: string): string | undefined {
      const { r, p = '' } = fieldsOf(clientFinal)
      const authMessage = `${bare},${serverFirst},${clientFinal.slice(0, clientFinal.lastIndexOf(',p='))}`
      const stored = Buffer.from(storedKey, 'base64')
      const signature = hmac(stored, authMessage)
      const proof = Buffer.from(p, 'base64')
      if (r !== nonce || proof.length !== signature.length) return undefined
      const clientKey = Buffer.from(proof.map((byte, index) => byte ^ (signature[index] ?? 0)))
      if (!timingSafeEqual(sha256(clientKey), stored)) return undefined
      return `v=${hmac(Buffer.from(serverKey, 'base64'), authMessage).toString('base64')}`
    },
  }
}

/** `n=user,r=nonce` as an object. */
function fieldsOf(message: string): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries(message.split(',').map((field) => [field.slice(0, 1), field.slice(2)]))
}
