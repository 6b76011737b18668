import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked, type Token, type Tokens } from 'marked'
import { z } from 'zod'
import { escapeHtml } from '../http/send-body.ts'
import type { createOpenApi } from '../openapi/document.ts'
import { findOperation, type RecipeRequest, requestsIn, toSlug } from './recipes.ts'

const isSource = import.meta.url.endsWith('.ts')
export const docsFolder = fileURLToPath(new URL(`${isSource ? '' : '../'}../../docs/`, import.meta.url))
export const readDoc = (name: string): string => readFileSync(join(docsFolder, name), 'utf8')

/** Documents of docs/ that are pages of this site, by their paths. */
export const docs = { recipes: 'integrating.md', interface: 'interface.md' } as const
const pathOf = new Map(Object.entries(docs).map(([path, name]) => [name as string, `/docs/${path}`]))

/** Everything comes from this host and nothing is inline, so that the Content-Security-Policy can be strict. */
const frame = (title: string, styles: readonly string[], content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Inventory Service</title>
    ${styles.map((style) => `<link rel="stylesheet" href="/docs/${style}">`).join('\n    ')}
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
  </head>
  <body>
    <nav aria-label="Documentation">
      <strong>Inventory Service</strong>
      <a href="/docs">Reference</a>
      <a href="/docs/recipes">Recipes</a>
      <a href="/docs/interface">Fields, errors, limits</a>
      <a href="/api/v1/openapi.json">OpenAPI document</a>
    </nav>
    ${content}
  </body>
</html>
`

export const referencePage = frame(
  'Reference',
  ['swagger-ui.css', 'style.css'],
  `<main id="reference"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>`,
)

/** Page of a document, with links from its requests to their operations on the reference page. */
export function docPage(name: string, doc: Pick<ReturnType<typeof createOpenApi>, 'paths'>): string {
  const text = readDoc(name)
  const contents = sectionsOf(text).map((title) => `<li><a href="#${toSlug(title)}">${escapeHtml(title)}</a></li>`)
  const content = renderMarkdown(text, {
    linkTo: addressOf,
    afterCode: (token) => {
      const links = new Set(requestsIn(token).flatMap((request) => linkToOperation(request, doc)))
      return links.size === 0 ? '' : `<p class="operations">${[...links].join(' ')}</p>\n`
    },
  })
  const title = escapeHtml(/^# (.+)$/m.exec(text)?.[1] ?? name)
  const aside = `<aside aria-label="Contents"><ul>${contents.join('')}</ul></aside>`
  return frame(title, ['style.css'], `<div class="document">${aside}<main>${content}</main></div>`)
}

/** Links to documents that are not pages lead nowhere here. */
function addressOf(href: string): string | undefined {
  if (/^(https:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#', 2)
  const address = pathOf.get(path)
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`
}

const Operation = z.object({ operationId: z.string(), tags: z.tuple([z.string()]) })

function linkToOperation(request: RecipeRequest, doc: Parameters<typeof findOperation>[0]): string[] {
  const operation = Operation.safeParse(findOperation(doc, request))
  if (!operation.success) return []
  const { operationId, tags } = operation.data
  return [`<a href="/docs#/${tags[0]}/${operationId}">${request.method} ${escapeHtml(request.path)}</a>`]
}

interface MarkdownOptions {
  /** Address of a link; undefined leaves its text alone. */
  readonly linkTo: (href: string) => string | undefined
  /** HTML after a block of code. */
  readonly afterCode: (code: Token) => string
}

/** HTML of a document of this repository, whose headings have the ids that GitHub gives them. */
function renderMarkdown(text: string, { linkTo, afterCode }: MarkdownOptions): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        return `<h${depth} id="${toSlug(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const address = linkTo(href)
        const content = this.parser.parseInline(tokens)
        return address === undefined ? content : `<a href="${address}">${content}</a>`
      },
      code(token) {
        return `<pre tabindex="0"><code>${escapeHtml(token.text)}</code></pre>\n${afterCode(token)}`
      },
    },
  })
  return marked.parse(text, { async: false })
}

/** Second-level headings, for a table of contents. */
const sectionsOf = (text: string): string[] =>
  new Marked().lexer(text).flatMap((token) => (isHeading(token) && token.depth === 2 ? token.text : []))

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
