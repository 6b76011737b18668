import { lexer, type Token } from 'marked'

/** A section of docs/integrating.md that sends requests. */
export interface Recipe {
  readonly title: string
  readonly requests: readonly RecipeRequest[]
}

export interface RecipeRequest {
  readonly method: string
  /** Below the base path, with the shell's variables. */
  readonly path: string
}

export const recipeAddress = ({ title }: Recipe) => `/docs/recipes#${toSlug(title)}`

export function readRecipes(markdown: string): Recipe[] {
  const recipes: { title: string; requests: RecipeRequest[] }[] = []
  for (const token of lexer(markdown)) {
    if (token.type === 'heading') recipes.push({ title: token.text, requests: [] })
    recipes.at(-1)?.requests.push(...requestsIn(token))
  }
  return recipes.filter(({ requests }) => requests.length > 0)
}

/** The requests of a shell block: `curl` with an address below `$BASE`; `-d` makes it a POST, as curl does. */
export function requestsIn(token: Token): RecipeRequest[] {
  if (token.type !== 'code' || token.lang !== 'sh') return []
  const lines: string[] = token.text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  return lines.flatMap((line) => {
    const [, before = '', path, after = ''] = /curl (.*?)\$BASE(\/[^\s"'?)]*)(.*)/.exec(line) ?? []
    if (path === undefined) return []
    const options = before + after
    return { method: /-X (\w+)/.exec(options)?.[1] ?? (/ -d /.test(options) ? 'POST' : 'GET'), path }
  })
}

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The operation of an OpenAPI document that takes the request; literal paths go before those with parameters. */
export function findOperation({ paths }: Paths, { method, path }: RecipeRequest): unknown {
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const template = path in paths ? path : Object.keys(paths).find(fits)
  return template === undefined ? undefined : paths[template]?.[method.toLowerCase()]
}

/** Lower case, without punctuation, blanks as hyphens. */
export function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
