import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeys } from '../support/system/keys.ts'
import { serverUrl, startSystem, type TestSystem } from '../support/system/system.ts'
import { type CtlWorld, createCtlWorld, runWith } from './ctl-world.ts'

let system: TestSystem
let world: CtlWorld
beforeAll(async () => {
  system = await startSystem({ services: ['auth', 'catalog', 'inventory'] })
  world = createCtlWorld(system)
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await system?.[Symbol.asyncDispose]()
})

describe('a command that fails exits with 1, says why on stderr, and writes nothing to stdout', () => {
  const failure = (stderr: unknown) => ({ exitCode: 1, stdout: '', stderr })

  it('for input that the contract refuses', async () => {
    expect(await world.run('client', 'create', '--client-id', 'a b', '--warehouses', '1,x')).toEqual(
      failure(
        [
          'Model validation failed.',
          '  --client-id: The field clientId must hold letters, digits and . _ ~ - only.',
          '  --group: The group field is required.',
          '  --warehouses: The field warehouses must be "all" or a list of warehouse ids.',
          '',
        ].join('\n'),
      ),
    )
    expect(await world.run('job', 'create', '--id', '1.5', '--name', 'x')).toEqual(
      failure(expect.stringContaining('--id: The field id must be an integer.')),
    )
  })

  it('for a request that the system refuses', async () => {
    await world.run('warehouse', 'create', '--wid', '9', '--name', 'Nine')
    const again = await world.run('warehouse', 'create', '--wid', '9', '--name', 'Ten')
    expect(again).toEqual(failure(expect.stringMatching(/^[^\n]+\.\n$/)))
    expect(await world.run('client', 'show', '--client-id', 'nobody')).toEqual(
      failure(expect.stringMatching(/^[^\n]+\n$/)),
    )
  })

  it.each([
    ['grop', 'list'],
    ['group', 'lst'],
    ['group', 'list', '--wid', '1'],
    ['group', 'list', 'x'],
    ['item', 'import'],
    [],
  ])('for an unknown command: %s %s %s', async (...words) => {
    expect(await world.run(...words)).toEqual(failure(expect.stringMatching(/.+/)))
  })

  it('as one JSON value on stderr with --json', async () => {
    const failed = async (...words: string[]) => {
      const { exitCode, stdout, stderr } = await world.run(...words, '--json')
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
      expect(stderr).toMatch(/^[^\n]+\n$/)
      return JSON.parse(stderr)
    }
    expect(await failed('job', 'create', '--id', '1.5')).toEqual({
      error: 'validation_error',
      message: 'Model validation failed.',
      details: { id: ['The field id must be an integer.'], name: ['The name field is required.'] },
    })
    expect(await failed('client', 'show', '--client-id', 'nobody')).toEqual({
      error: 'not_found',
      message: 'There is no client nobody.',
    })
    expect(await failed('item', 'import', '/no/such.csv')).toEqual({
      error: 'failed',
      message: 'There is no file /no/such.csv.',
    })
    const usage = { error: 'usage', message: expect.stringMatching(/^error: unknown /) }
    expect(await failed('grop', 'list')).toEqual(usage)
    expect(await failed('group', 'list', '--nonsense')).toEqual(usage)
    expect(await failed()).toMatchObject({ error: 'usage' })
  })

  it('for bad input, even if no system runs', async () => {
    const { exitCode, stderr } = await runWith({ DATA_DIR: '/nowhere' }, ['group', 'create', '--name', 'x'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('--permissions: The perm') })
  })

  it('when there is no system in the data folder', async () => {
    const { exitCode, stderr } = await runWith({ DATA_DIR: '/nowhere' }, ['group', 'list'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(/^No running system was found/) })
  })

  it('when the file about the system is damaged, or the key is missing', async () => {
    const damaged = createCtlWorld(system)
    damaged.file('system.json', '{"system":')
    expect(await damaged.run('group', 'list')).toEqual(failure(expect.stringContaining('does not say where')))
    damaged.file(
      'system.json',
      JSON.stringify({
        system: 's',
        rabbitmqUrl: 'amqp://127.0.0.1:1',
        operatorKeyFile: 'none',
        publicKeysFile: 'none',
      }),
    )
    expect(await damaged.run('group', 'list')).toEqual(failure(expect.stringContaining('key cannot be read')))
    await damaged[Symbol.asyncDispose]()
  })

  it('when neither RabbitMQ nor a service answers', async () => {
    const keys = {
      OPERATOR_KEY_FILE: `${world.folder}/operator.key`,
      PUBLIC_KEYS_FILE: `${world.folder}/public-keys.json`,
    }
    const env = { RABBITMQ_URL: 'amqp://127.0.0.1:1', ...keys }
    expect(await runWith(env, ['group', 'list'])).toEqual(
      failure(expect.stringContaining('Nothing answers at 127.0.0.1:1')),
    )
    const RABBITMQ_URL = process.env.RABBITMQ_URL
    const nobody = await runWith({ ...env, RABBITMQ_URL, SYSTEM_NAME: 'nobody-here' }, ['group', 'list'])
    expect(nobody).toEqual(failure('The system does not answer. Nothing was changed.\n'))
  })

  it('when the key is wrong', async () => {
    const stranger = createCtlWorld({ ...system, keysOf: createKeys() })
    expect(await stranger.run('group', 'list')).toEqual(failure(expect.stringContaining('Authentication')))
    await stranger[Symbol.asyncDispose]()
  })
})

it('with the RABBITMQ_URL that npm start was given, the data folder decides which system a command is for', async () => {
  const { folder: DATA_DIR } = world
  const RABBITMQ_URL = serverUrl('RABBITMQ_URL')
  const RABBITMQ_URL_FILE = world.file('rabbitmq-url', RABBITMQ_URL)
  for (const given of [{ RABBITMQ_URL }, { RABBITMQ_URL_FILE }])
    expect(await runWith({ DATA_DIR, ...given }, ['group', 'list'])).toMatchObject({ exitCode: 0, stderr: '' })
  const elsewhere = await runWith({ DATA_DIR: '/nowhere', RABBITMQ_URL }, ['group', 'list'])
  expect(elsewhere).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('OPERATOR_KEY_FILE') })
})
