import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../../../shared/database/database-errors.ts'
import type { Migration } from '../../../shared/database/migrations/migration.ts'
import { inRanges } from '../../../shared/database/migrations/migration.ts'
import { contactFields, customers } from '../masters/party.model.ts'

interface Associate {
  readonly _id: number
  readonly name: string
  readonly modified: Date
}

const ASSOCIATES = 'associates'

/**
 * Makes customers of the associates that version 1.0.0 kept, under the same numbers. The name becomes the ShortID too,
 * with the number behind it if it is taken. Those that are customers already are left alone.
 */
export function customersOfAssociates(connection: Connection): Migration {
  const associates = connection.collection<Associate>(ASSOCIATES)
  const records = customers.model(connection)
  const copy = async ({ _id, name, modified }: Associate): Promise<boolean> => {
    if (await records.exists({ _id })) return false
    const contacts = Object.fromEntries(contactFields.map((field) => [field, '']))
    const record = { _id, name, ...contacts, active: true, created: modified, modified, version: 1 }
    for (const shortID of [name, `${name.slice(0, 50)} (${_id})`]) {
      try {
        await records.create([{ ...record, shortID }])
        return true
      } catch (error) {
        // Either the ShortID is taken, or another process has just copied this one: then the second try meets its number.
        if (!isDuplicateKey(error)) throw error
      }
    }
    return false
  }
  return {
    name: '1.1.0-customers',
    removableIn: '3.0.0',
    count: () => associates.countDocuments(),
    run: (after) =>
      inRanges<number>(connection, ASSOCIATES, after, async (range) => {
        let changed = 0
        for (const associate of await associates.find(range).toArray()) changed += Number(await copy(associate))
        return changed
      }),
  }
}
