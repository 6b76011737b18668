import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { readDoc } from '../docs/pages.ts'
import { readTextPages, type TextPage } from '../docs/text-pages.ts'
import { describeRefusal, isRefused } from './results.ts'
import type { Send } from './send.ts'
import type { Tool } from './tools.ts'

const DOCS = 'inventory://docs/'
const RECORDS = 'inventory://records'

/** Statuses that say nothing of the record. */
const PASSING = [429, 500, 503, 504]

/** Read once: their summaries take all of their text. */
let pages: readonly TextPage[] | undefined
const textPages = () => {
  pages ??= readTextPages()
  return pages
}

/** The documents of docs/, as text. */
export const listResources = (): Resource[] =>
  textPages().map(({ path, title, summary }) => ({
    uri: DOCS + path,
    name: path,
    title,
    description: summary,
    mimeType: 'text/markdown',
  }))

/** Records that a path alone names, such as an order. */
export const listTemplates = (tools: readonly Tool[]): ResourceTemplate[] =>
  tools.filter(isOfRecord).map(({ name, routed: { path, operation } }) => ({
    uriTemplate: RECORDS + path.replace(/:(\w+)/g, '{$1}'),
    name,
    title: operation.summary,
    mimeType: 'application/json',
  }))

const isOfRecord = ({ purpose, routed: { pathFields, requiredQuery } }: Tool) =>
  purpose === 'read' && pathFields.length > 0 && requiredQuery === undefined

/** The document of docs/ that an address names. */
export function readDocResource(uri: string) {
  const page = textPages().find(({ path }) => uri === DOCS + path)
  if (!page) return undefined
  const read = () => ({ contents: [{ uri, mimeType: 'text/markdown', text: readDoc(page.path) }] })
  return { uri, read }
}

/** Whether an address is of a record, which a request is sent for. */
export const isRecord = (uri: string): boolean => uri.startsWith(`${RECORDS}/`)

/** A record. Undefined for an address that leads to nothing. Throws if there may be a record, which cannot be read now. */
export async function readResource(uri: string, send: Send): Promise<ReadResourceResult | undefined> {
  if (!isRecord(uri)) return undefined
  const response = (await send.path(uri.slice(RECORDS.length))) ?? (await send.count())
  if (response && !isRefused(response))
    return { contents: [{ uri, mimeType: 'application/json', text: response.text }] }
  if (response && PASSING.includes(response.status)) {
    const wait = `Wait ${response.headers.get('retry-after') ?? 1} s, then read it again.`
    throw new McpError(ErrorCode.InternalError, `${describeRefusal(response)} ${wait}`)
  }
  return undefined
}
