import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import ipaddr from 'ipaddr.js'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { findProgram } from '../../local/processes/program-paths.ts'
import { createAddressGuard } from '../../services/notifications/webhooks/endpoints/address-guard.ts'
import { contract } from '../../shared/contract/index.ts'
import { textOf } from '../docs/docs.ts'
import { readComposeFile } from './compose-file.ts'

const root = new URL('../..', import.meta.url).pathname
const folder = join(root, 'deploy/kubernetes')
const yaml = (name: string) => readFileSync(join(folder, name), 'utf8')

const Kustomization = z.object({ images: z.array(z.object({ name: z.string() })), resources: z.array(z.string()) })
const kustomization = Kustomization.parse(parse(yaml('kustomization.yaml')))

const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) })
const Container = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string(), optional: z.boolean() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({ readOnlyRootFilesystem: z.literal(true), allowPrivilegeEscalation: z.literal(false) }),
})
const Deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: z.object({ app: z.string() }) }),
    template: z.object({
      metadata: z.object({ labels: z.object({ app: z.string() }) }),
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        initContainers: z.array(Container).default([]),
        containers: z.tuple([Container]),
        volumes: z.tuple([
          z.object({
            secret: z.object({
              secretName: z.string(),
              items: z.array(z.object({ key: z.string(), path: z.string() })),
            }),
          }),
        ]),
      }),
    }),
  }),
})
const ScaledObject = z.object({
  kind: z.literal('ScaledObject'),
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    minReplicaCount: z.int().min(1),
    triggers: z.array(
      z.object({
        type: z.string(),
        metadata: z.record(z.string(), z.string()),
        authenticationRef: z.object({ name: z.string() }).optional(),
      }),
    ),
  }),
})

const Ports = z.array(z.strictObject({ port: z.int(), protocol: z.string().default('TCP') }))
const IpBlock = z.strictObject({ cidr: z.string(), except: z.array(z.string()).default([]) })
const NetworkPolicy = z.object({
  kind: z.literal('NetworkPolicy'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    podSelector: z.object({ matchLabels: z.object({ app: z.string() }) }),
    policyTypes: z.tuple([z.literal('Ingress'), z.literal('Egress')]),
    ingress: z.array(z.object({ ports: Ports })),
    egress: z.array(
      z.strictObject({ ports: Ports.optional(), to: z.array(z.strictObject({ ipBlock: IpBlock })).optional() }),
    ),
  }),
})

const List = z.object({ kind: z.literal('List'), items: z.array(z.unknown()) })
// Kubernetes reads YAML 1.1, in which << merges and 0440 is octal.
const documents = kustomization.resources
  .flatMap((name) => parseAllDocuments(yaml(name), { version: '1.1' }).map((document): unknown => document.toJS()))
  .flatMap((document) => List.safeParse(document).data?.items ?? [document])
const all = <T extends z.ZodType>(schema: T) => documents.flatMap((document) => schema.safeParse(document).data ?? [])
const Named = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) })
const ofKind = (kind: string) => all(z.object({ kind: z.literal(kind), metadata: z.object({ name: z.string() }) }))
const deployments = ofKind('Deployment').map(({ metadata: { name } }) =>
  Deployment.parse(documents.find((document) => Deployment.safeParse(document).data?.metadata.name === name)),
)

test('every manifest is in the kustomization, and every service has a deployment', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  expect(new Set(kustomization.resources)).toEqual(new Set(files))
  const names = deployments.map(({ metadata }) => metadata.name)
  expect(new Set(names)).toEqual(new Set(['gateway', ...Object.keys(contract)]))
})

test('kubectl builds the manifests as they are read here', { skip: !findProgram('kubectl') }, () => {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  // The kustomization names the version of the image, and labels everything.
  const built = parseAllDocuments(stdout.replace(/image: inventory-service:\S+/g, 'image: inventory-service'))
  expect(built).toHaveLength(documents.length)
  const builtOnes = built.map((document): unknown => document.toJS())
  for (const document of documents) {
    const { kind, metadata } = Named.parse(document)
    const one = builtOnes.find((other) => isDeepStrictEqual(Named.parse(other), { kind, metadata }))
    expect(one, `${kind} ${metadata.name}`).toMatchObject(z.looseObject({}).parse(document))
  }
})

test('selectors match the labels of the pods, which run the same command with the same variables as under Compose', () => {
  const { services } = readComposeFile(join(root, 'docker-compose.yml'))
  // Optional variables: set in a config map under Kubernetes, with a default in the process.
  const tuned = [
    ...['CONSOLE', 'SANDBOX', 'LOG_LEVEL', 'RATE_LIMIT_PER_MINUTE'],
    ...['PUBLIC_URL', 'TIME_ZONE', 'TOKEN_TTL_SECONDS', 'WEBHOOK_ALLOWED_NETWORKS'],
  ]
  const isTuned = (name: string) => tuned.includes(name) || name.startsWith('OTEL_')
  for (const { metadata, spec } of deployments) {
    expect(spec.selector.matchLabels.app).toBe(metadata.name)
    expect(spec.template.metadata.labels.app).toBe(metadata.name)
    const [container] = spec.template.spec.containers
    const composed = services[metadata.name]
    expect(container.args).toEqual(composed?.command)
    expect(kustomization.images.map(({ name }) => name)).toContain(container.image)
    const names = Object.keys(composed?.environment ?? {}).filter((name) => !isTuned(name))
    expect(new Set(container.env.map(({ name }) => name))).toEqual(new Set(names))
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'inventory', optional: true } }])
    // They would win over the config map.
    const set = [...spec.template.spec.initContainers, container].flatMap(({ env }) => env.map(({ name }) => name))
    expect(set.filter(isTuned)).toEqual([])
    const migrations = spec.template.spec.initContainers.map(({ args }) => args)
    expect(migrations).toEqual(metadata.name === 'gateway' ? [] : [[...container.args, '--migrate']])
  }
})

test('probes use the admin port, never the public one', () => {
  for (const { spec } of deployments) {
    const [{ ports, startupProbe, readinessProbe, livenessProbe, env }] = spec.template.spec.containers
    expect(ports.find(({ name }) => name === 'admin')?.containerPort).toBe(9090)
    expect(env).toContainEqual({ name: 'ADMIN_PORT', value: '9090' })
    expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' })
    expect(startupProbe?.httpGet).toEqual({ path: '/readyz', port: 'admin' })
    expect(livenessProbe?.httpGet).toEqual({ path: '/livez', port: 'admin' })
  }
})

test('pods mount the secrets that they read, the same as under Compose, and setup creates them (S5)', () => {
  const { services } = readComposeFile(join(root, 'docker-compose.yml'))
  const target = mkdtempSync(join(tmpdir(), 'inventory-setup-'))
  onTestFinished(() => rmSync(target, { recursive: true, force: true }))
  execFileSync(join(root, 'deploy/setup'), [target], { stdio: 'pipe' })
  for (const { metadata, spec } of deployments) {
    const [{ secret }] = spec.template.spec.volumes
    expect(secret.items.map(({ key }) => key)).toEqual(services[metadata.name]?.secrets)
    expect(secret.secretName).toBe('inventory')
    const paths = secret.items.map(({ path }) => `/run/secrets/${path}`)
    for (const { key } of secret.items) expect(existsSync(join(target, key)), key).toBe(true)
    const containers = [...spec.template.spec.initContainers, ...spec.template.spec.containers]
    for (const { value } of containers.flatMap(({ env }) => env))
      if (value.startsWith('/run/secrets/')) expect(paths).toContain(value)
  }
})

test('the secret for Kubernetes contains what pods mount, and nothing of the operator alone', () => {
  const [command = ''] = /^for name in [\s\S]*?^kubectl create secret .*$/m.exec(textOf('deploy/README.md')) ?? []
  const target = mkdtempSync(join(tmpdir(), 'inventory-setup-'))
  onTestFinished(() => rmSync(target, { recursive: true, force: true }))
  execFileSync(join(root, 'deploy/setup'), [join(target, 'deploy/secrets')], { stdio: 'pipe' })
  const shown = execFileSync('sh', ['-c', `kubectl() { printf '%s\\n' "$@"; }\n${command}`], { cwd: target })
  const given = [...shown.toString().matchAll(/--from-file=deploy\/secrets\/(\S+)/g)].map(([, name]) => name)
  const mounted = deployments.flatMap(({ spec }) => spec.template.spec.volumes[0].secret.items.map(({ key }) => key))
  expect(given).toEqual(expect.arrayContaining([...mounted, 'rabbitmq-url-scaler']))
  for (const name of ['operator-key', 'mongodb-root', 'mongodb-tools', 'mongodb-key', 'grafana'])
    expect(given).not.toContain(name)
})

test('each pod has a network policy: only the gateway takes connections on its public port, and only notifications goes out', () => {
  const policies = all(NetworkPolicy)
  const names = deployments.map(({ metadata }) => metadata.name)
  expect(policies.map(({ metadata }) => metadata.name).toSorted()).toEqual(names.toSorted())
  for (const { metadata, spec } of policies) {
    expect(spec.podSelector.matchLabels).toEqual({ app: metadata.name })
    const isGateway = metadata.name === 'gateway'
    const taken = spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))
    expect(taken, metadata.name).toEqual(isGateway ? [8080, 9090] : [9090])
    const server = isGateway ? 6379 : 27017
    const reached = spec.egress.flatMap(({ ports = [] }) => ports.map(({ port, protocol }) => `${protocol} ${port}`))
    const servers = [5672, 5671, server, 4318].map((port) => `TCP ${port}`)
    expect(reached, metadata.name).toEqual(['UDP 53', 'TCP 53', ...servers])
    const outside = spec.egress.filter(({ ports }) => ports === undefined)
    expect(outside.length, metadata.name).toBe(metadata.name === 'notifications' ? 1 : 0)
  }
})

test('notifications connects only to public addresses, which webhooks may have', () => {
  const policy = all(NetworkPolicy).find(({ metadata }) => metadata.name === 'notifications')
  const blocks = policy?.spec.egress.flatMap(({ to = [] }) => to.map(({ ipBlock }) => ipBlock)) ?? []
  const isIn = (address: string, network: string) => {
    const [parsed, cidr] = [ipaddr.parse(address), ipaddr.parseCIDR(network)]
    return parsed.kind() === cidr[0].kind() && parsed.match(cidr)
  }
  const isReached = (address: string) =>
    blocks.some(({ cidr, except }) => isIn(address, cidr) && !except.some((network) => isIn(address, network)))
  const { permits } = createAddressGuard([])
  const inner = ['10.1.2.3', '100.64.0.1', '169.254.169.254', '172.31.0.1', '192.168.0.1', 'fd00::1', 'fe80::1']
  for (const address of inner) expect([isReached(address), permits(address, 'https:')], address).toEqual([false, false])
  for (const address of ['9.9.9.9', '172.32.0.1', '2620:fe::9'])
    expect([isReached(address), permits(address, 'https:')], address).toEqual([true, true])
})

test('scalers and disruption budgets refer to deployments and queues that exist', () => {
  const names = deployments.map(({ metadata }) => metadata.name)
  const scaled = all(ScaledObject)
  expect(scaled).toHaveLength(ofKind('ScaledObject').length)
  for (const { spec } of scaled) {
    expect(names).toContain(spec.scaleTargetRef.name)
    for (const { type, metadata, authenticationRef } of spec.triggers) {
      if (type !== 'rabbitmq') continue
      expect(metadata.queueName).toBe(`inventory.rpc.${spec.scaleTargetRef.name}`)
      expect(ofKind('TriggerAuthentication').map((one) => one.metadata.name)).toContain(authenticationRef?.name)
    }
  }
  expect(ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual(names)
})
