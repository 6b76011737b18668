import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Condition = z.enum(['service_healthy', 'service_completed_successfully'])
const Secret = z.union([z.string(), z.object({ source: z.string(), target: z.string() })])

const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  container_name: z.never().optional(),
  depends_on: z.record(z.string(), z.object({ condition: Condition })).default({}),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  healthcheck: z.object({ test: z.array(z.string()), interval: z.string(), start_interval: z.string() }).optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }),
  mem_limit: z.string(),
  networks: z.array(z.string()).optional(),
  ports: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  pull_policy: z.string().optional(),
  scale: z.number().optional(),
  tmpfs: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  restart: z.string(),
  secrets: z.array(Secret).default([]),
  volumes: z.array(z.string()).default([]),
})
export type ComposeService = z.output<typeof Service>

const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

/** The compose file as Compose reads it when no variable is set: anchors merged, defaults filled in. */
export function readComposeFile(path: string): z.output<typeof ComposeFile> {
  const text = readFileSync(path, 'utf8').replace(/\$\{\w+:-([^}]*)\}/g, '$1')
  return ComposeFile.parse(parse(text, { merge: true }))
}
