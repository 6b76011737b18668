import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Ajv, type AnySchema } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runCtl } from '../../ctl/ctl.ts'
import { events } from '../../shared/contract/events.ts'
import { operations } from '../../shared/contract/index.ts'

const Reference = z.object({ $ref: z.string() })
const Document = z.object({
  channels: z.record(z.string(), z.object({ messages: z.record(z.string(), z.object({ payload: z.unknown() })) })),
  operations: z.record(z.string(), z.object({ action: z.string(), channel: Reference })),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

async function printed(): Promise<string> {
  const stdout = new PassThrough()
  expect(await runCtl(['asyncapi'], { env: {}, stdout, stderr: process.stderr })).toBe(0)
  return text(stdout.end())
}

test('ctl prints an AsyncAPI 3 document without a running system, valid by its schema', async () => {
  // The package's schemas are JSON without types.
  const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json') as AnySchema
  const ajv = new Ajv({ strict: false, validateFormats: true, allErrors: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  const document: unknown = JSON.parse(await printed())
  expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
})

test('it has every operation and every event of the contract, and all its references lead somewhere', async () => {
  const text = await printed()
  const document = Document.parse(JSON.parse(text))
  const names = [...operations.map(({ name }) => name), ...Object.keys(events).map((subject) => `publish ${subject}`)]
  expect(Object.keys(document.operations).toSorted()).toEqual(names.toSorted())

  const references = new Set([...text.matchAll(/"\$ref": ?"([^"]+)"/g)].map(([, reference = '']) => reference))
  expect(references.size).toBeGreaterThan(names.length)
  for (const reference of references) {
    const found = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], JSON.parse(text))
    expect(found, reference).toBeDefined()
  }
  const payloads = Object.values(document.channels).flatMap(({ messages }) => Object.values(messages))
  expect(payloads.length).toBeGreaterThan(0)
  for (const { payload } of payloads) expect(payload).toBeTypeOf('object')
})
