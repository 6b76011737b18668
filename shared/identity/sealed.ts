import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** A public key on the curve P-256 as SubjectPublicKeyInfo (DER). */
export const PUBLIC_KEY_BYTES = 91

/** Encrypts what is stored outside of the process. `context` says what a text is for, the same in both directions. */
export interface Seal {
  seal(text: string, context: string): Buffer
  /** undefined for bytes that were changed, or sealed with another key or for another context. */
  open(sealed: Buffer, context: string): string | undefined
}

/** AES-256-GCM with a key of its own for each purpose, derived from the secret (RFC 5869). */
export function createSeal(secret: Buffer, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
      const content = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    open(sealed, context) {
      const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        const content = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
        return Buffer.concat([content, decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}

/** A secret that only the holder of the private half (P-256) can find from the sender's new public key (ECDH). */
export function agreeWith(publicKey: KeyObject): { readonly secret: Buffer; readonly sender: Buffer } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sender = pair.publicKey.export({ type: 'spki', format: 'der' })
  return { secret: diffieHellman({ privateKey: pair.privateKey, publicKey }), sender }
}

/** The secret that the sender has agreed on; undefined if it is not a public key on the curve. */
export function agreedSecret(privateKey: KeyObject, sender: Buffer): Buffer | undefined {
  try {
    return diffieHellman({ privateKey, publicKey: createPublicKey({ key: sender, type: 'spki', format: 'der' }) })
  } catch {
    return undefined
  }
}
