import { type Connection, Schema } from 'mongoose'

/** A key pair that signs tokens from `signsFrom` until the next key does. */
export interface SigningKeyRecord {
  /** Key id, `kid` in the tokens. */
  readonly _id: string
  /** From 1; unique, so that of two processes that start together one creates the first key. */
  readonly sequence: number
  readonly publicKeyPem: string
  /** The private key (PEM), encrypted for this key id (shared/identity/sealed.ts). */
  readonly sealedPrivateKey?: string
  /** The private key in clear, as earlier versions stored it; the migration encrypts it. */
  readonly privateKeyPem?: string
  readonly signsFrom: Date
  /** When its last token expires; absent while it is the latest key. */
  readonly expires?: Date
}

const schema = new Schema<SigningKeyRecord>(
  {
    _id: { type: String, required: true },
    sequence: { type: Number, required: true },
    publicKeyPem: { type: String, required: true },
    sealedPrivateKey: String,
    privateKeyPem: String,
    signsFrom: { type: Date, required: true },
    expires: Date,
  },
  { collection: 'signing_keys', versionKey: false, strict: 'throw' },
)
schema.index({ sequence: 1 }, { unique: true })

export const signingKeyModel = (connection: Connection) => connection.model('SigningKey', schema)
export type SigningKeyModel = ReturnType<typeof signingKeyModel>
