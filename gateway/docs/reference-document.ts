import { z } from 'zod'
import type { createOpenApi } from '../openapi/document.ts'
import { headerComponents } from '../openapi/headers.ts'
import { findOperation, type Recipe, recipeAddress } from './recipes.ts'

type OpenApi = ReturnType<typeof createOpenApi>

const ErrorExamples = z.object({
  content: z.object({
    'application/json': z.object({
      examples: z.record(z.string(), z.object({ value: z.object({ error: z.string(), message: z.string() }) })),
    }),
  }),
})
const OwnResponse = z.looseObject({ description: z.string(), headers: z.unknown() })
const Operation = z.looseObject({
  description: z.string(),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), OwnResponse])),
})

/** The document of the reference page. Headers and errors of many responses are described once, above the operations. */
export function toReferenceDocument(document: OpenApi, recipes: readonly Recipe[]) {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const shortened = Object.entries(operations).map(([method, operation]) => {
      const using = recipes.filter((recipe) =>
        recipe.requests.some((request) => findOperation(document, request) === operation),
      )
      return [method, toReferenceOperation(Operation.parse(operation), using)]
    })
    return [path, Object.fromEntries(shortened)]
  })
  const description = fold(`${document.info.description}\n\n${everyResponse}`)
  return { ...document, info: { ...document.info, description }, paths: Object.fromEntries(paths) }
}

/** Sections become parts of the page that are opened when they are needed. */
const fold = (markdown: string) =>
  markdown.replaceAll(/^## (.+)\n((?:(?!^## ).*\n?)*)/gm, '<details><summary>$1</summary>\n\n$2\n\n</details>\n\n')

function toReferenceOperation({ responses, ...operation }: z.output<typeof Operation>, recipes: readonly Recipe[]) {
  const own = Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [[status, Number(status) < 400 ? toSuccess(response) : toError(response)]],
  )
  const links = recipes.map((recipe) => `[${recipe.title}](${recipeAddress(recipe)})`)
  const seeRecipes = links.length === 0 ? [] : [`Recipes: ${links.join(', ')}`]
  const description = [operation.description, ...seeRecipes].join('\n\n')
  return { ...operation, description, responses: Object.fromEntries(own) }
}

const toSuccess = ({ headers: _, ...response }: z.output<typeof OwnResponse>) => response

/** The messages alone: the error object is the same for all. */
function toError(response: z.output<typeof OwnResponse>) {
  const { examples } = ErrorExamples.parse(response).content['application/json']
  const lines = Object.values(examples).map(({ value }) => `- \`${value.error}\` ${value.message}`)
  return { description: [...new Set(lines)].join('\n') }
}

const headerRows = Object.entries(headerComponents).map(([name, { description }]) => `| \`${name}\` | ${description} |`)

const everyResponse = `## Every response
Besides the responses that an operation lists, every operation can return 401 (not those without a token), 429, 500 and 503,
every write 504, and every GET 304. An error is \`{ statusCode, error, message }\`; a \`validation_error\` has \`details\`
with the messages about each field.
Each response has these headers, where they apply to it:

| Header | Meaning |
|---|---|
${headerRows.join('\n')}`
