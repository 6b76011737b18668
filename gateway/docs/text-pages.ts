import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { lexer } from 'marked'
import { BASE_PATH } from '../routes/routed-operation.ts'
import { docsFolder, readDoc } from './pages.ts'

/** A document of docs/ as it is written, for programs that read text: `path` is that of its file. */
export interface TextPage {
  readonly path: string
  readonly title: string
  /** Its first sentence. */
  readonly summary: string
}

/** All documents, those of docs/ itself before those of its folders. */
export function readTextPages(): TextPage[] {
  const files = readdirSync(docsFolder, { recursive: true, withFileTypes: true })
  return files
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(docsFolder.length))
    .toSorted((one, other) => depth(one) - depth(other) || one.localeCompare(other, 'en'))
    .map((path) => ({ path, ...readSummary(readDoc(path)) }))
}

const depth = (path: string) => path.split('/').length

function readSummary(markdown: string): { readonly title: string; readonly summary: string } {
  const tokens = lexer(markdown)
  const textOf = (type: string) => {
    const token = tokens.find((one) => one.type === type)
    return token !== undefined && 'text' in token ? String(token.text) : ''
  }
  const paragraph = textOf('paragraph')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*\n]+/g, (found) => (found.includes('\n') ? ' ' : ''))
  const [sentence = paragraph] = /^.+?\.(?= |$)/.exec(paragraph) ?? []
  return { title: textOf('heading'), summary: sentence }
}

const toLink = ({ path, title, summary }: TextPage) => `- [${title}](/docs/${path}): ${summary}`

/** What programs find at `/llms.txt` (llmstxt.org): where to find everything about the interface as text. */
export function llmsText(pages: readonly TextPage[]): string {
  const isMain = ({ path }: TextPage) => depth(path) === 1
  return `# Inventory Service

> An HTTP API for a catalog of items and for the lots of stock in warehouses: receive, move, issue, order, ship, count.

All paths of the interface are below ${BASE_PATH}. Get a bearer token by \`POST ${BASE_PATH}/Token\`
(client-credentials grant). Give every write an \`Idempotency-Key\` and repeat it with the same key after 503, 504 or a
broken connection: it takes effect once. A response with an error has a \`Link\` with \`rel="help"\` to its explanation.

## Interface

- [OpenAPI document](${BASE_PATH}/openapi.json): all operations with their fields, errors and examples

## Documents

${pages.filter(isMain).map(toLink).join('\n')}

## Optional

${pages
  .filter((page) => !isMain(page))
  .map(toLink)
  .join('\n')}
`
}
