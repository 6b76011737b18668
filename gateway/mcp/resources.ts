import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { readDocument } from '../docs/pages.ts'
import { readTextPages, type TextPage } from '../docs/text-pages.ts'
import { isRefused } from './results.ts'
import type { Send } from './send.ts'
import type { Tool } from './tools.ts'

const DOCS = 'inventory://docs/'
const RECORDS = 'inventory://records'

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

/** Undefined for an address that leads to nothing. */
export async function readResource(uri: string, send: Send): Promise<ReadResourceResult | undefined> {
  const ofText = (text: string, mimeType: string) => ({ contents: [{ uri, mimeType, text }] })
  const page = textPages().find(({ path }) => uri === DOCS + path)
  if (page) return ofText(readDocument(page.path), 'text/markdown')
  if (!uri.startsWith(`${RECORDS}/`)) return undefined
  const answered = await send.path(uri.slice(RECORDS.length))
  return !answered || isRefused(answered) ? undefined : ofText(answered.text, 'application/json')
}
