import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { ClientSession, Connection } from 'mongoose'
import { isDuplicateKey } from '../../shared/database/database-errors.ts'
import { defineSchema, field, type RecordOf } from '../../shared/database/record-fields.ts'
import type { Seal } from '../../shared/identity/sealed.ts'
import { presentMs } from '../../shared/process/time/clock.ts'

const fields = {
  /** Key id, `kid` in the tokens. */
  _id: field.text,
  /** From 1; unique, so that of two processes that start together one creates the first key. */
  sequence: field.number,
  publicKeyPem: field.text,
  /** The private key (PEM), encrypted for this key id (shared/identity/sealed.ts). */
  sealedPrivateKey: field.text,
  signsFrom: field.date,
  /** When its last token expires; absent while it is the latest key. */
  expires: field.optional(field.date),
}

/** A key pair that signs tokens from `signsFrom` until the next key does. */
export type SigningKeyRecord = RecordOf<typeof fields>

const schema = defineSchema('signing_keys', fields)
schema.index({ sequence: 1 }, { unique: true })

export const signingKeyModel = (connection: Connection) => connection.model('SigningKey', schema)
export type SigningKeyModel = ReturnType<typeof signingKeyModel>

/** Every process reads the keys every 2 s (shared/identity/token-verifier.ts), so it knows a new key after this time. */
const PUBLISHED_BEFORE_SIGNING_MS = 6_000
/**
 * Time for which a process uses the keys without reading them again; with the 2 s of the verifiers it is less than the
 * time above.
 */
const LOOK_AGAIN_MS = 3_000
/** A process whose clock is behind may sign with a key this long after the next one took over. */
const CLOCK_SKEW_MS = 60_000

/**
 * ES256 key pairs. A new one is published at once and signs later; the previous one is published until its last token
 * has expired. The database holds the private halves encrypted: a copy of it signs nothing.
 */
export function createSigningKeys(keys: SigningKeyModel, { seal, open }: Seal, tokenTtlSeconds: number) {
  const parsed = new Map<string, KeyObject>()
  let known: SigningKeyRecord[] = []
  let knownAt = Number.NEGATIVE_INFINITY

  const published = async () => {
    if (performance.now() - knownAt > LOOK_AGAIN_MS) {
      const at = performance.now()
      known = await keys
        .find({ $or: [{ expires: { $exists: false } }, { expires: { $gt: new Date(presentMs()) } }] })
        .sort({ sequence: 1 })
        .lean()
      knownAt = at
    }
    return known
  }

  const privatePemOf = ({ _id, sealedPrivateKey }: SigningKeyRecord): string => {
    const pem = open(Buffer.from(sealedPrivateKey, 'base64'), _id)
    if (pem === undefined) throw new Error(UNREADABLE)
    return pem
  }

  const sealed = (pem: string, kid: string) => seal(pem, kid).toString('base64')

  const newKey = (sequence: number, signsFrom: Date): SigningKeyRecord => {
    const _id = randomUUID()
    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    return { _id, sequence, publicKeyPem: publicKey, sealedPrivateKey: sealed(privateKey, _id), signsFrom }
  }

  return {
    /** Creates the first key, unless another process did; throws if one cannot be decrypted. */
    async prepare(): Promise<void> {
      for (const key of await keys.find().lean()) privatePemOf(key)
      if (await keys.exists({})) return
      try {
        await keys.create([newKey(1, new Date(presentMs()))])
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
      }
    },

    async rotate(session: ClientSession): Promise<{ kid: string }> {
      const now = presentMs()
      const latest = await keys.findOne({}, null, { session }).sort({ sequence: -1 }).lean().orFail()
      // If the latest key does not sign yet, it does so first for the same time.
      const signsFrom = Math.max(now, latest.signsFrom.getTime()) + PUBLISHED_BEFORE_SIGNING_MS
      const expires = new Date(signsFrom + tokenTtlSeconds * 1000 + CLOCK_SKEW_MS)
      // Two concurrent rotations conflict here, and the second one runs again.
      await keys.updateOne({ _id: latest._id }, { $set: { expires } }, { session })
      await keys.deleteMany({ expires: { $lt: new Date(now) } }, { session })
      const key = newKey(latest.sequence + 1, new Date(signsFrom))
      await keys.create([key], { session })
      return { kid: key._id }
    },

    /** The next use of the keys reads them again. */
    forget(): void {
      knownAt = Number.NEGATIVE_INFINITY
    },

    /** The public keys of all tokens that are valid now, and of the next ones. */
    async listPublic(): Promise<{ kid: string; publicKeyPem: string }[]> {
      return (await published()).map(({ _id: kid, publicKeyPem }) => ({ kid, publicKeyPem }))
    },

    /** The key that signs now. */
    async current(): Promise<{ kid: string; privateKey: KeyObject }> {
      const all = await published()
      // The clock was set back behind the first key, if none signs yet.
      const key = all.findLast(({ signsFrom }) => signsFrom.getTime() <= presentMs()) ?? all[0]
      if (!key) throw new Error('There is no signing key')
      const privateKey = parsed.get(key._id) ?? createPrivateKey(privatePemOf(key))
      parsed.set(key._id, privateKey)
      return { kid: key._id, privateKey }
    },
  }
}

export type SigningKeys = ReturnType<typeof createSigningKeys>

export const UNREADABLE =
  'A signing key cannot be decrypted: the secret of the auth service is not the one that this database was written with'
