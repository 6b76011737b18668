import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

/**
 * Writes the types of the document (`npm run generate`), with its hash, so that a test can tell when they are out of date. Every error
 * has the same type, so the errors of an operation are one; headers of answers are left out, because they are read from the Response.
 * Below the types are the names that a field of a record may have, such as `shippingOrderStatus`.
 */
const document = new URL('../gateway/openapi.json', import.meta.url)
const bytes = readFileSync(document)
const ERROR = {
  description: 'An error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
const merged = JSON.parse(bytes.toString(), (name, value) => (name === 'responses' ? mergeErrors(value) : value))
delete merged.components.headers
const types = astToString(await openapiTS(merged, { alphabetize: true }))
const names = Object.entries(merged.components.schemas).flatMap(([record, { properties = {} }]) =>
  Object.entries(properties).flatMap(([field, { enum: values }]) =>
    values ? [`export const ${camelCase(record, field)} = ${JSON.stringify(values)} as const`] : [],
  ),
)
const hash = createHash('sha256').update(bytes).digest('hex')
writeFileSync(
  new URL('src/schema.ts', import.meta.url),
  `// Generated from gateway/openapi.json ${hash} by npm run generate\n${types}${names.join('\n')}\n`,
)

function camelCase(record, field) {
  return record[0].toLowerCase() + record.slice(1) + field[0].toUpperCase() + field.slice(1)
}

function mergeErrors(responses) {
  const short = Object.entries(responses).map(([status, { headers: _, ...response }]) => [status, response])
  const answers = short.filter(([status]) => !/^[45]/.test(status))
  return Object.fromEntries(answers.length < short.length ? [...answers, ['default', ERROR]] : answers)
}
