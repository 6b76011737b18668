import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAsyncApi } from '../../ctl/asyncapi.ts'
import { serviceNames } from '../../local/services.ts'
import { events, publisherOf } from '../../shared/contract/events.ts'
import { changeKinds } from '../../shared/contract/notifications/change-kinds.ts'
import { Change, changeTypes } from '../../shared/contract/notifications/changes.ts'
import { webhooks } from '../../shared/contract/notifications/webhooks.ts'

const openapi = readFileSync(new URL('../../gateway/openapi.json', import.meta.url), 'utf8')
const Documented = z.object({
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({ properties: z.record(z.string(), z.object({ enum: z.array(z.string()).optional() })).optional() }),
    ),
  }),
})

test('each type of change belongs to one kind', () => {
  const types = changeKinds.flatMap(({ types }): readonly string[] => types)
  expect(types.length).toBeGreaterThan(10)
  expect(changeTypes).toEqual(types)
  expect(new Set(types).size).toBe(types.length)
})

describe.each(changeKinds.map((kind) => [kind.name, kind] as const))('A kind of change, %s,', (name, kind) => {
  test('is in the OpenAPI document with its types', () => {
    const { schemas } = Documented.parse(JSON.parse(openapi)).components
    expect(schemas[name]?.properties?.type?.enum).toEqual(kind.types)
    expect(openapi).toContain(`"$ref": "#/components/schemas/${name}"`)
  })

  test.each([...kind.types])(
    'has %s as an event, as a subscription of webhooks and as a message of AsyncAPI',
    (type) => {
      expect(Object.keys(events)).toContain(type)
      expect(publisherOf(type)).toBe(kind.publisher)
      expect(serviceNames).toContain(kind.publisher)
      expect(webhooks.createWebhook.input.shape.events.safeParse([type]).success).toBe(true)
      const asyncapi = z.object({ operations: z.record(z.string(), z.unknown()) }).parse(createAsyncApi())
      expect(asyncapi.operations[`publish ${type}`]).toMatchObject({ summary: `Published by ${kind.publisher}` })
      const change = { sequence: 1, id: 'a', type, at: '2026-01-31T09:30:00.000Z', data: {} }
      const issues = Change.safeParse(change).error?.issues ?? []
      expect(issues.length).toBeGreaterThan(0)
      // The type is known: only its data is missing.
      expect(issues.every(({ path }) => path[0] === 'data')).toBe(true)
    },
  )
})
