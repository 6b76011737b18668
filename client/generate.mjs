import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

/** Writes the types of the document (`npm run generate`), with its hash, so that a test can tell when they are out of date. */
const document = new URL('../gateway/openapi.json', import.meta.url)
const bytes = readFileSync(document)
const types = astToString(await openapiTS(bytes.toString(), { alphabetize: true }))
const hash = createHash('sha256').update(bytes).digest('hex')
writeFileSync(
  new URL('src/schema.ts', import.meta.url),
  `// Generated from gateway/openapi.json ${hash} by npm run generate\n${types}`,
)
