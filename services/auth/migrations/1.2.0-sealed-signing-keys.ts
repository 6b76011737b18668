import type { Migration } from '../../../shared/database/migrations/migration.ts'
import type { Seal } from '../../../shared/identity/sealed.ts'
import { type SigningKeyModel, type SigningKeyRecord, UNREADABLE } from '../signing-keys.ts'

/** A key as version 1.0.0 stored it has its private half in clear. */
type StoredKey = Pick<SigningKeyRecord, '_id'> & { readonly sealedPrivateKey?: string; readonly privateKeyPem?: string }

/**
 * Encrypts with auth's own secret the keys that sign tokens: version 1.0.0 had them in clear, 1.1.0 sealed with the system
 * secret, which all processes had. Auth does not start with one that neither opens.
 */
export function sealedSigningKeys(keys: SigningKeyModel, own: Seal, earlier: Seal | undefined): Migration {
  const toSeal = async () => {
    const found: { readonly _id: string; readonly pem: string }[] = []
    for await (const { _id, sealedPrivateKey, privateKeyPem } of keys.collection.find<StoredKey>({})) {
      const sealed = sealedPrivateKey === undefined ? undefined : Buffer.from(sealedPrivateKey, 'base64')
      if (sealed && own.open(sealed, _id) !== undefined) continue
      const pem = sealed ? earlier?.open(sealed, _id) : privateKeyPem
      if (pem === undefined) throw new Error(UNREADABLE)
      found.push({ _id, pem })
    }
    return found
  }
  return {
    name: '1.2.0-sealed-signing-keys',
    removableIn: '3.0.0',
    count: async () => (await toSeal()).length,
    async *run() {
      for (const { _id, pem } of await toSeal()) {
        const sealedPrivateKey = own.seal(pem, _id).toString('base64')
        await keys.collection.updateOne({ _id } as object, { $set: { sealedPrivateKey }, $unset: { privateKeyPem: 1 } })
        yield { changed: 1 }
      }
    },
  }
}
