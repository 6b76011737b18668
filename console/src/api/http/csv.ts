import { InventoryError } from './client.ts'
import { patientFetch } from './pause.ts'
import { ofSession } from './query-client.ts'

/** The address of a whole list with its filters, in its sort; an unknown sort is that of the list itself. */
export function wholeList(path: string, filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  if (!search.has('sort')) search.set('sort', 'default')
  return `/console/api${path}?${search}`
}

/** The last line says that nothing is missing; it is at most so long. */
const END_BYTES = 200

/** A whole list as CSV, without its end mark. Throws if it was cut on its way. */
export async function readCsv(address: string): Promise<Blob> {
  const response = await patientFetch(new Request(address, { headers: { Accept: 'text/csv', ...ofSession() } }))
  if (!response.ok) throw new InventoryError(response.status, await response.json(), response.headers)
  const csv = await response.blob()
  const end = await csv.slice(-END_BYTES).text()
  const [mark] = /(?<=^|\n)#end,\d+,[0-9a-f]+\r\n$/.exec(end) ?? []
  if (mark === undefined) throw new Error('The download was incomplete. Nothing was saved.')
  return csv.slice(0, -mark.length)
}
