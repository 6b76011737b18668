import { inventory } from '../../../../shared/contract/inventory/inventory.ts'

export type Body = Readonly<Record<string, unknown>>
export type Write = keyof typeof inventory

/** Sends the request of an operation as its route says, with a token. `url` ends with `/api/v1`. */
export async function sendWrite(
  { url, token }: { readonly url: string; readonly token: string },
  name: Write,
  input: Body,
  headers: Record<string, string> = {},
  query = '',
) {
  const { route = '' } = inventory[name] as { readonly route?: string }
  const [method = '', pattern = ''] = route.split(/[ ?]/)
  const path = pattern.replace(/:(\w+)/g, (_, field: string) => encodeURIComponent(String(input[field])))
  const answer = await fetch(url + path + query, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...((method === 'POST' || method === 'PUT') && { body: JSON.stringify(input) }),
  })
  return { status: answer.status, plan: answer.headers.get('x-plan'), body: (await answer.json()) as Body }
}
