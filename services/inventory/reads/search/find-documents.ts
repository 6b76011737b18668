import type { Connection } from 'mongoose'
import type { WarehouseScope } from '../../../../shared/contract/core/access.ts'
import type { PageIndex } from '../../../../shared/database/page-index/page-index.ts'
import { inScope, readDocumentPage } from '../../documents/kit/family/document-list.ts'
import type { Family, Header, Line } from '../../documents/kit/family/family.ts'
import { readAlias } from '../../documents/kit/order-number.ts'
import type { customers, PartyRecord } from '../../masters/party.model.ts'
import { type Hit, isSame, lookUp, matching, toHit } from './look-up.ts'

/** Most customers or vendors of whose orders the newest are found. */
const MAX_PARTIES = 20

export interface DocumentSearch {
  readonly connection: Connection
  readonly pageIndexOf: (list: { readonly name: string }) => PageIndex
  readonly scope: WarehouseScope
  readonly limit: number
}

/** Finds the documents of a family by number, by a former one, by the name of a party, or by their reference. */
export async function findDocuments<H extends Header, L extends Line, T>(
  { key: kind, headers, list, found: { nameOf, party, referenceOf } }: Family<H, L, T>,
  text: string,
  { connection, pageIndexOf, scope, limit }: DocumentSearch,
): Promise<Hit[]> {
  const model = headers.model(connection)
  const within = { limit, seen: inScope(list, scope), sort: { _id: -1 } } as const
  const toHits = (found: readonly H[], field: Hit['field'], valueIn: (header: H) => string, exact = text) =>
    found.map((header) => {
      const value = valueIn(header)
      const { _id: key, status } = header
      return toHit({ kind, key, name: nameOf(header), field, value, isExact: isSame(value, exact), status })
    })
  const byText = async (field: string, wanted: string) => {
    const { exact, prefix } = matching(field, wanted)
    return (await Promise.all([exact, prefix].map((where) => lookUp<H>(model, where, within)))).flat()
  }
  const byNumber = async () => {
    const present = (await readAlias(connection, text)) ?? text
    return toHits(await byText('_id', present), 'number', ({ _id }) => _id, present)
  }
  const byReference = async () => (referenceOf ? toHits(await byText('reference', text), 'reference', referenceOf) : [])
  const byParty = async () => {
    const ids = party ? await findParties(party.of.model(connection), text) : []
    if (!party || ids.length === 0) return []
    const query = { page: 1, pageSize: limit, sort: undefined, direction: undefined, modifiedSince: undefined }
    const where = { sectioned: { [party.field]: ids }, scope }
    const { found } = await readDocumentPage<H>(list, model, pageIndexOf(list), query, where)
    return toHits(found, 'party', nameOf)
  }
  return (await Promise.all([byNumber(), byReference(), byParty()])).flat()
}

async function findParties(parties: ReturnType<typeof customers.model>, text: string): Promise<number[]> {
  const inTitleCase = text.toLowerCase().replaceAll(/(?<=^|\s)\S/g, (letter) => letter.toUpperCase())
  const wheres = ['name', 'shortID'].flatMap((field) => [
    matching(field, text).prefix,
    matching(field, inTitleCase).prefix,
  ])
  const within = { limit: MAX_PARTIES, seen: [] }
  const found = await Promise.all(wheres.map((where) => lookUp<PartyRecord>(parties, where, within)))
  return [...new Set(found.flat().map(({ _id }) => _id))].slice(0, MAX_PARTIES)
}
