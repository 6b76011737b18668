import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../http/escape-html.ts'

export interface MarkdownOptions {
  /** Address of a link; undefined leaves its text alone. */
  readonly linkTo: (href: string) => string | undefined
  /** HTML after a block of code. */
  readonly afterCode: (code: Token) => string
}

/** HTML of a document of this repository, whose headings have the ids that GitHub gives them. */
export function renderMarkdown(text: string, { linkTo, afterCode }: MarkdownOptions): string {
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
export const sectionsOf = (text: string): string[] =>
  new Marked().lexer(text).flatMap((token) => (isHeading(token) && token.depth === 2 ? token.text : []))

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'

/** Lower case, without punctuation, blanks as hyphens. */
export function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
