import type { paths } from '../../../../client/src/schema.ts'
import { InventoryError } from './client.ts'
import { patientFetch } from './patient-fetch.ts'

type Filters = Readonly<Record<string, string | number | boolean | undefined>>

/** The address of a whole list with its filters, in its sort; an unknown sort is that of the list itself. */
export function wholeList(path: keyof paths, filters: Filters): string {
  const given = Object.entries({ ...filters, sort: filters.sort ?? 'default' }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `/console/api${path}?${new URLSearchParams(given)}`
}

/** The last line says that nothing is missing; it is at most so long. */
const END_BYTES = 200

/** A whole list as CSV, without its end mark. Throws if it was cut on its way. */
export async function readCsv(address: string): Promise<Blob> {
  const answer = await patientFetch(new Request(address, { headers: { Accept: 'text/csv' } }))
  if (!answer.ok) throw new InventoryError(answer.status, await answer.json())
  const csv = await answer.blob()
  const end = await csv.slice(-END_BYTES).text()
  const [mark] = /(?<=^|\n)#end,\d+,[0-9a-f]+\r\n$/.exec(end) ?? []
  if (mark === undefined) throw new Error('The list was cut on its way. Nothing was saved.')
  return csv.slice(0, -mark.length)
}
