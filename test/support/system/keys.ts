import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { serviceNames } from '../../../local/services.ts'
import type { ProcessKeys } from '../../../shared/identity/internal-token.ts'

/** A private key as deploy/setup and `npm start` make one. */
export const createPrivateKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** The keys of the processes and the operator of a system. */
export function createKeys(): (process: string) => ProcessKeys {
  const keys = new Map(['operator', ...serviceNames].map((name) => [name, createPrivateKey()]))
  const publicKeys = new Map([...keys].map(([name, key]) => [name, createPublicKey(key)]))
  return (process) => ({ key: keys.get(process) ?? createPrivateKey(), publicKeys })
}

/** Public keys as processes read them from their environment. */
export const toPublicKeysJson = ({ publicKeys }: Pick<ProcessKeys, 'publicKeys'>): string =>
  JSON.stringify(
    Object.fromEntries(
      [...publicKeys].map(([name, key]) => [name, key.export({ type: 'spki', format: 'der' }).toString('base64')]),
    ),
  )
