import type { Connection } from 'mongoose'
import { isDuplicateKey } from '../../../../shared/database/database-errors.ts'
import { contactFields, customers } from './party.model.ts'

interface Associate {
  readonly _id: number
  readonly name: string
  readonly modified: Date
}

/**
 * Makes customers of the associates that an earlier version kept, under the same numbers. The name becomes the ShortID
 * too, with the number behind it if it is taken. Those that are customers already are left alone, so it may run at
 * every start.
 */
export async function copyAssociates(connection: Connection): Promise<void> {
  const records = customers.model(connection)
  for await (const { _id, name, modified } of connection.collection<Associate>('associates').find()) {
    if (await records.exists({ _id })) continue
    const contacts = Object.fromEntries(contactFields.map((field) => [field, '']))
    const record = { _id, name, ...contacts, active: true, created: modified, modified, version: 1 }
    for (const shortID of [name, `${name.slice(0, 50)} (${_id})`]) {
      try {
        await records.create([{ ...record, shortID }])
        break
      } catch (error) {
        // Either the ShortID is taken, or another process has just copied this one: then the second try meets its number.
        if (!isDuplicateKey(error)) throw error
      }
    }
  }
}
