import { InventoryError } from '../inventory-error.ts'
import { isStillRunning } from '../repeating-fetch.ts'
import { apiPaths } from '../schema.ts'
import { type Command, columns, defineCommand, UsageError } from './command.ts'
import { addressOf, connect } from './connect.ts'
import { readData } from './files.ts'
import { toReadable } from './readable.ts'
import { isLostConnection, note, print } from './terminal.ts'

type WholeResponse = Awaited<ReturnType<typeof exchange>>

/** Whether the response leaves open if a write was done. */
const isUnknown = (response: WholeResponse) => response.status === 504 || isStillRunning(response)

const json = { description: 'Print the body of the response as one line of JSON' } as const

/** A command for each method that an operation of the interface has. */
export const requests: readonly Command[] = methodsOf(apiPaths).map((method) =>
  method === 'get' ? reading(method) : writing(method),
)

function methodsOf(paths: typeof apiPaths): string[] {
  return [...new Set(Object.values(paths).flatMap((operations) => Object.keys(operations)))].sort()
}

function reading(method: string): Command {
  return defineCommand(
    {
      name: method,
      summary: 'Read from the interface',
      positionals: ['PATH'],
      options: { json },
      offered: pathsWith(method),
      details: operationsWith(method),
    },
    async ({ positionals: [path = ''], options }) => {
      await printResponse(await exchange(method, path, {}), options.json)
    },
  )
}

function writing(method: string): Command {
  return defineCommand(
    {
      name: method,
      summary: `Send a ${method.toUpperCase()}; it is repeated with one Idempotency-Key until its outcome is known`,
      positionals: ['PATH', '[-]'],
      options: {
        data: { placeholder: 'JSON', description: 'The body; @FILE reads a file, - the standard input' },
        'idempotency-key': { placeholder: 'KEY', description: 'A key of your own, to repeat it later' },
        json,
      },
      offered: pathsWith(method),
      details: operationsWith(method),
    },
    async ({ positionals: [path = '', dash], options }) => {
      if (dash !== undefined && (dash !== '-' || options.data !== undefined))
        throw new UsageError(`${dash} is one argument too many.`)
      const body = await readData(dash ?? options.data)
      const key = options['idempotency-key'] ?? crypto.randomUUID()
      const repeatable = () => note(`It is not known whether this was done. Repeat it with --idempotency-key ${key}`)
      const headers = { 'Idempotency-Key': key, 'Content-Type': 'application/json' }
      const response = await exchange(method, path, body === undefined ? { headers } : { headers, body }).catch(
        (error: unknown) => {
          if (isLostConnection(error)) repeatable()
          throw error
        },
      )
      if (isUnknown(response)) repeatable()
      await printResponse(response, options.json)
    },
  )
}

/** Resolves when the body has been received whole. */
async function exchange(method: string, path: string, { headers, body }: RequestInit) {
  const { baseUrl, send } = await connect()
  const init = { method: method.toUpperCase(), headers: { Accept: 'application/json', ...headers } }
  const request = new Request(addressOf(baseUrl, path), body === undefined ? init : { ...init, body })
  const response = await send(request)
  return { status: response.status, ok: response.ok, headers: response.headers, text: await response.text() }
}

async function printResponse({ status, ok, headers, text }: WholeResponse, asJson = false): Promise<void> {
  const body = parse(text)
  if (!ok) throw new InventoryError(status, body, headers)
  if (text !== '') await print(body === undefined ? text : asJson ? JSON.stringify(body) : toReadable(body))
}

/** undefined if it is not JSON, a document of the service for instance. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pathsWith(method: string): string[] {
  return Object.keys(apiPaths).filter((path) => apiPaths[path]?.[method] !== undefined)
}

function operationsWith(method: string): string[] {
  return columns(pathsWith(method).map((path) => [path, apiPaths[path]?.[method]?.summary ?? '']))
}
