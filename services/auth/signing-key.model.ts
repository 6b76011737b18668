import type { Connection } from 'mongoose'
import { date, defineSchema, number, optional, type RecordOf, text } from '../../shared/database/record-fields.ts'

const fields = {
  /** Key id, `kid` in the tokens. */
  _id: text,
  /** From 1; unique, so that of two processes that start together one creates the first key. */
  sequence: number,
  publicKeyPem: text,
  /** The private key (PEM), encrypted for this key id (shared/identity/sealed.ts). */
  sealedPrivateKey: text,
  signsFrom: date,
  /** When its last token expires; absent while it is the latest key. */
  expires: optional(date),
}

/** A key pair that signs tokens from `signsFrom` until the next key does. */
export type SigningKeyRecord = RecordOf<typeof fields>

const schema = defineSchema('signing_keys', fields)
schema.index({ sequence: 1 }, { unique: true })

export const signingKeyModel = (connection: Connection) => connection.model('SigningKey', schema)
export type SigningKeyModel = ReturnType<typeof signingKeyModel>
