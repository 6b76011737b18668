import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/** Encrypts what is stored outside of the process. `context` says what a text is for, and must be the same for both directions. */
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
