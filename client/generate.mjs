import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Writes the types of the OpenAPI document into src/schema.ts, or the file that is given (`npm run generate`), unless it has those already:
 * its first line has a hash of what they are made from. Every error has the same type, so the errors of an operation are one; headers of
 * responses are left out, because they are read from the Response. Below the types are the names that a field of a record may have, such as
 * `shippingOrderStatus`, and what the command `inventory` knows of the interface.
 */
const [, , target = fileURLToPath(new URL('src/schema.ts', import.meta.url))] = process.argv
const bytesOf = (path) => readFileSync(new URL(path, import.meta.url))
const document = bytesOf('../gateway/openapi.json')
const hash = [document, bytesOf('generate.mjs'), bytesOf('package-lock.json')]
  .reduce((made, bytes) => made.update(bytes), createHash('sha256'))
  .digest('hex')
const heading = `// Generated from gateway/openapi.json by client/generate.mjs: ${hash}\n`
const ERROR = {
  description: 'An error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

if (!isCurrent()) {
  // Others that read the file, or make it at the same time, never see a part of it.
  const unfinished = `${target}.${process.pid}`
  writeFileSync(unfinished, heading + (await generate()))
  renameSync(unfinished, target)
}

function isCurrent() {
  return existsSync(target) && readFileSync(target, 'utf8').startsWith(heading)
}

async function generate() {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const merged = JSON.parse(document.toString(), (name, value) => (name === 'responses' ? mergeErrors(value) : value))
  delete merged.components.headers
  const types = astToString(await openapiTS(merged, { alphabetize: true }))
  const names = Object.entries(merged.components.schemas).flatMap(([record, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, { enum: values }]) =>
      values ? [`export const ${camelCase(record, field)} = ${JSON.stringify(values)} as const`] : [],
    ),
  )
  return `${types}${names.join('\n')}\n${forCommand(merged)}`
}

/** The operations of each path, the types of changes, where the interface begins, and its version. */
function forCommand({ paths, servers, info, components: { schemas } }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) => {
    const ofPath = Object.entries(methods).filter(([, operation]) => takesJson(operation))
    const described = ofPath.map(([method, operation]) => [method, toOperation(operation)])
    return described.length === 0 ? [] : [[path, Object.fromEntries(described)]]
  })
  const changeTypes = schemas.Change.oneOf.flatMap(({ $ref }) => schemas[$ref.split('/').at(-1)].properties.type.enum)
  return `export interface ApiOperation { readonly summary: string; readonly isExported: boolean }
export const apiPaths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = ${JSON.stringify(Object.fromEntries(operations))}
export const changeTypes: readonly string[] = ${JSON.stringify(changeTypes)}
export const apiBase: string = ${JSON.stringify(servers[0].url)}
export const apiVersion: string = ${JSON.stringify(info.version)}
`
}

function toOperation({ summary, responses }) {
  return { summary, isExported: responses['200']?.content?.['text/csv'] !== undefined }
}

/** Or nothing; the token's form is sent by the client itself. */
function takesJson({ requestBody }) {
  return requestBody === undefined || requestBody.content['application/json'] !== undefined
}

function camelCase(record, field) {
  return record[0].toLowerCase() + record.slice(1) + field[0].toUpperCase() + field.slice(1)
}

function mergeErrors(responses) {
  const short = Object.entries(responses).map(([status, { headers: _, ...response }]) => [status, response])
  const successful = short.filter(([status]) => !/^[45]/.test(status))
  return Object.fromEntries(successful.length < short.length ? [...successful, ['default', ERROR]] : successful)
}
