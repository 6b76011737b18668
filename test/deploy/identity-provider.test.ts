import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { providerVariables } from '../../gateway/sessions/provider-settings.ts'
import { findProgram } from '../../local/processes/find-program.ts'
import { readComposeFile } from './compose-file.ts'

const root = new URL('../..', import.meta.url).pathname
const SECRET = { file: '/run/secrets/oidc-client-secret', key: 'oidc-client-secret' }

const Override = z.strictObject({
  services: z.strictObject({
    gateway: z.strictObject({
      environment: z.record(z.string(), z.string()),
      networks: z.array(z.string()),
      secrets: z.array(z.string()),
    }),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})

test('the file for an identity provider gives the gateway all its variables, the secret by file, and the way out', () => {
  const { services, secrets } = Override.parse(parse(readFileSync(join(root, 'deploy/identity-provider.yml'), 'utf8')))
  const { environment, networks, secrets: given } = services.gateway
  const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''))
  expect(names.toSorted()).toEqual(Object.keys(providerVariables).toSorted())
  expect(environment.OIDC_CLIENT_SECRET_FILE).toBe(SECRET.file)
  const others = Object.entries(environment).filter(([name]) => name !== 'OIDC_CLIENT_SECRET_FILE')
  // Each is a variable of the same name; those without a default must be given.
  for (const [name, value] of others) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[-?]`))
  expect(given).toEqual([SECRET.key])
  expect(secrets).toEqual({ [SECRET.key]: { file: './deploy/secrets/oidc-client-secret' } })
  const { networks: declared } = readComposeFile(join(root, 'docker-compose.yml'))
  expect(networks.map((name) => declared[name]?.internal ?? false)).toEqual([false])
})

const Patches = z.object({
  kind: z.literal('Component'),
  patches: z.array(z.object({ target: z.object({ kind: z.string(), name: z.literal('gateway') }), patch: z.string() })),
})
const Steps = z.array(z.object({ op: z.literal('add'), path: z.string().endsWith('/-'), value: z.unknown() }))

test('the component for an identity provider adds the secret and the way out to the gateway and to nothing else', () => {
  const text = readFileSync(join(root, 'deploy/kubernetes/identity-provider/kustomization.yaml'), 'utf8')
  const { patches } = Patches.parse(parse(text))
  const added = patches.map(({ target, patch }) => [target.kind, Steps.parse(parse(patch)).map(({ value }) => value)])
  expect(Object.fromEntries(added)).toEqual({
    Deployment: [
      { name: 'OIDC_CLIENT_SECRET_FILE', value: SECRET.file },
      { key: SECRET.key, path: SECRET.key },
    ],
    NetworkPolicy: [{ ports: [{ port: 443 }] }],
  })
})

test('kubectl builds the manifests with the component', { skip: !findProgram('kubectl') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-kubernetes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'deploy/kubernetes'), folder, { recursive: true })
  const build = () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return parseAllDocuments(stdout).map((document) => String(document))
  }
  const before = build()
  const file = join(folder, 'kustomization.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}components: [identity-provider]\n`)
  const changed = build().filter((document) => !before.includes(document))
  expect(changed).toEqual([
    expect.stringMatching(/kind: Deployment[\s\S]*OIDC_CLIENT_SECRET_FILE[\s\S]*key: oidc-client-secret/),
    expect.stringMatching(/kind: NetworkPolicy[\s\S]*- port: 443/),
  ])
})
