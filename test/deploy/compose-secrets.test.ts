import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readComposeFile } from './compose-file.ts'

const { services } = readComposeFile(join(new URL('../..', import.meta.url).pathname, 'docker-compose.yml'))
const own = Object.entries(services).filter(([, { image }]) => image.startsWith('inventory-service:'))

test('each process has an account of its own at RabbitMQ (S5)', () => {
  for (const [name, { image, secrets: given }] of own) {
    const account = ['ctl', 'demo'].includes(name) ? 'ctl' : name.replace('-migrate', '')
    const urls = given.filter((secret) => typeof secret === 'string' && secret.startsWith('rabbitmq-url'))
    expect(urls, `${name} of ${image}`).toEqual([`rabbitmq-url-${account}`])
  }
})

test('each process has its own keys only, and only the operator’s command can be the operator (S5)', () => {
  for (const [name, { secrets: given }] of own) {
    const process = name.replace('-migrate', '')
    const ofProcess = ['gateway', 'auth', 'notifications'].includes(process) ? [`secret-${process}`] : []
    const expected = ['ctl', 'demo'].includes(name) ? ['operator-key'] : [`key-${process}`, ...ofProcess]
    const keys = given.filter((secret) => typeof secret === 'string' && /^(key|secret|operator|system)/.test(secret))
    expect(keys, name).toEqual(expected)
    expect(given, name).toContain('public-keys')
  }
})
