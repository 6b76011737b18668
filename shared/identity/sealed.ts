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
const PUBLIC_KEY_BYTES = 91

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

/** Seals for whoever has the private key (P-256): with a secret that a new key pair agrees on with it (ECDH). The new public key comes first. */
export function sealFor(publicKey: KeyObject, purpose: string, text: string, context: string): Buffer {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sender = pair.publicKey.export({ type: 'spki', format: 'der' })
  const { seal } = createSeal(diffieHellman({ privateKey: pair.privateKey, publicKey }), purpose)
  return Buffer.concat([sender, seal(text, withSender(context, sender))])
}

/** Opens what sealFor() sealed; undefined for anything else. */
export function openWith(privateKey: KeyObject, purpose: string, sealed: Buffer, context: string): string | undefined {
  const sender = sealed.subarray(0, PUBLIC_KEY_BYTES)
  try {
    const publicKey = createPublicKey({ key: sender, type: 'spki', format: 'der' })
    const { open } = createSeal(diffieHellman({ privateKey, publicKey }), purpose)
    return open(sealed.subarray(PUBLIC_KEY_BYTES), withSender(context, sender))
  } catch {
    return undefined
  }
}

const withSender = (context: string, sender: Buffer) => `${context} ${sender.toString('base64')}`
