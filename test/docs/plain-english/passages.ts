/** Prose that people wrote for people: a paragraph of a page, a comment in code, or a text that a program shows. */
export interface Passage {
  readonly kind: 'page' | 'comment' | 'text'
  /** The line of the file in which it begins. */
  readonly line: number
  /** On one line, with the word "code" for each piece of code. */
  readonly prose: string
}

export const passagesOf = (file: string, content: string): readonly Passage[] =>
  file.endsWith('.md') ? inPage(content) : inModule(content, file.endsWith('.tsx') ? SCREEN : MODULE)

const INLINE_CODE = /`[^`]*`/g

/** Only the line breaks of what is removed, so that lines keep their numbers. */
const breaksOf = (removed: string) => removed.replace(/[^\n]/g, '')

/** Paragraphs, entries of lists and cells of tables; neither code nor the tables that are made from code. */
function inPage(page: string): Passage[] {
  const prose = page
    .replace(/^```[\s\S]*?^```$|^ {4,}\S.*$|<!-- table: [\s\S]*?<!-- end -->/gm, breaksOf)
    .replace(INLINE_CODE, (code) => `code${breaksOf(code)}`)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>|\*\*|^#+ /gm, '')
  return cut(prose, /\n(?=\s*\n|\s*(?:[-*]|\d+\.) )|\|/g).map((piece) => ({ kind: 'page', ...piece }))
}

const STRING =
  /(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`)/
const COMMENT = /(?<comment>\/\*[\s\S]*?\*\/|\/\/.*(?:\n\s*\/\/.*)*)/
const ELEMENT = /(?<element>(?<=>)[^<>{}/'"`]+(?=[<{]))/
const MODULE = new RegExp(`${STRING.source}|${COMMENT.source}`, 'g')
const SCREEN = new RegExp(`${MODULE.source}|${ELEMENT.source}`, 'g')

/** Comments, strings of at least three words, and what stands between the tags of a screen. */
function inModule(code: string, syntax: RegExp): Passage[] {
  return [...code.matchAll(syntax)].flatMap(({ index, groups }) => {
    const before = code.slice(0, index).split('\n').length - 1
    const comment = groups?.comment
    const kind = comment === undefined ? 'text' : 'comment'
    const pieces =
      comment === undefined ? textsOf(groups?.string?.slice(1, -1) ?? groups?.element ?? '') : commentsOf(comment)
    return pieces.map(({ line, prose }) => ({ kind, line: before + line, prose }))
  })
}

const textsOf = (text: string) => cut(text, /\n/g).filter(({ prose }) => /\S \S+ \S/.test(prose))

function commentsOf(comment: string): Piece[] {
  const prose = comment.replace(/^\s*(?:\/\/|\/?\*+\/?)|\*\/$/gm, '').replace(INLINE_CODE, 'code')
  return cut(prose, /\n(?=\s*\n|\s*(?:[-*@]|\d+\.))/g)
}

type Piece = Omit<Passage, 'kind'>

/** What stands between separators, each piece on one line. */
function cut(text: string, separator: RegExp): Piece[] {
  const ends = [...text.matchAll(separator)].map(({ index }) => index)
  return [0, ...ends.map((end) => end + 1)].flatMap((start, index) => {
    const piece = text.slice(start, ends[index] ?? text.length)
    const words = piece.trim()
    const line = text.slice(0, start + piece.indexOf(words)).split('\n').length
    return words === '' ? [] : [{ line, prose: words.replace(/^(?:[-*]|\d+\.) /, '').replace(/\s+/g, ' ') }]
  })
}
