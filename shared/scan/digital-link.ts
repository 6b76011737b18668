import { checked, type Elements } from './elements.ts'
import { findIdentifier } from './identifiers.ts'

/** Identifiers that a GS1 Digital Link can be about. */
const KEYS = /^(00|01|253|255|401|402|414|417|8003|8004|8006|8010|8013|8017|8018)$/

/**
 * The elements of a GS1 Digital Link URI, uncompressed: `https://id.example/01/04012345678901/10/ABC?17=270131`;
 * undefined if the code is not a Digital Link. Throws `Unreadable` for one with an invalid value.
 */
export function readDigitalLink(code: string): Elements | undefined {
  const [, path, query = ''] = /^https?:\/\/[^/?#]+\/([^?#]*)(?:\?([^#]*))?/i.exec(code) ?? []
  const segments = path?.replace(/\/$/, '').split('/').map(decoded) ?? []
  const start = segments.findIndex(
    (segment, index) => KEYS.test(segment) && (segments.length - index) % 2 === 0 && arePairs(segments.slice(index)),
  )
  if (start === -1) return undefined
  const fromPath = toPairs(segments.slice(start))
  // Whoever runs the address may have parameters of their own there.
  const fromQuery = [...new URLSearchParams(query)].filter(([name]) => /^\d+$/.test(name))
  return checked([...fromPath, ...fromQuery].map(withAllDigits))
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // No UTF-8: it is not part of a Digital Link.
    return segment
  }
}

const arePairs = (segments: readonly string[]) =>
  toPairs(segments).every(([identifier = '']) => findIdentifier(identifier) !== undefined)

const toPairs = (segments: readonly string[]) =>
  segments.flatMap((segment, index) => (index % 2 === 0 ? [[segment, segments[index + 1] ?? '']] : []))

/** Links may have a GTIN without leading zeros. */
const withAllDigits = ([identifier = '', value = '']: readonly string[]) => [
  identifier,
  identifier === '01' && /^(\d{8}|\d{12,13})$/.test(value) ? value.padStart(14, '0') : value,
]
