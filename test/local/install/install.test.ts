import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cacheFolder, makeOnce } from '../../../local/install/cache.ts'
import { cannotInstall, findDebianMirror, reasonNotInstallable } from '../../../local/install/debian-mirror.ts'
import { readAptLogs, unitsInstalledByUs } from '../../../local/install/earlier-packages.ts'
import { withoutStartingServices } from '../../support/install/service-policy.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe("apt's sources", () => {
  function sources(files: Record<string, string>): string {
    mkdirSync(join(folder, 'sources.list.d'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  test('in deb822 form name the mirror of the release', () => {
    const text = `Types: deb
URIs: http://other.example/tools
Suites: nodistro
Components: main

# a comment
Types: deb deb-src
# another: with a colon
URIs: http://mirror.example/debian
 http://second.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 URIs: http://key.example
`
    expect(findDebianMirror('bookworm', sources({ 'sources.list.d/debian.sources': text }))).toBe(
      'http://mirror.example/debian',
    )
  })

  test('are ignored if they are switched off', () => {
    const text = 'Enabled: no\nTypes: deb\nURIs: http://off.example\nSuites: bookworm\nComponents: main\n'
    expect(findDebianMirror('bookworm', sources({ 'sources.list.d/debian.sources': text }))).toBeUndefined()
  })

  test('in one-line form name the mirror of the release', () => {
    const text = `# deb http://commented.example/debian bookworm main
deb-src http://source.example/debian bookworm main
deb cdrom:[Debian] bookworm main
deb http://security.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] https://mirror.example/debian bookworm main # ours
`
    expect(findDebianMirror('bookworm', sources({ 'sources.list': text }))).toBe('https://mirror.example/debian')
    expect(findDebianMirror('trixie', folder)).toBeUndefined()
  })
})

describe('a folder that is made once', () => {
  const make = async (target: string) => writeFileSync(join(target, 'content'), 'made')

  test('is not made again', async () => {
    const target = join(folder, 'a', 'b')
    await makeOnce(target, make)
    await makeOnce(target, () => Promise.reject(new Error('made twice')))
    expect(readFileSync(join(target, 'content'), 'utf8')).toBe('made')
  })

  test('is made by one of two simultaneous callers, and the other waits for it', async () => {
    const target = join(folder, 'a')
    let times = 0
    const makeSlowly = async () => {
      times++
      await once(spawn('true'), 'exit')
      await make(target)
    }
    await Promise.all([makeOnce(target, makeSlowly), makeOnce(target, makeSlowly)])
    expect(times).toBe(1)
    expect(readFileSync(join(target, 'content'), 'utf8')).toBe('made')
  })

  test('is made anew from nothing after an interruption', async () => {
    const target = join(folder, 'a')
    const interrupted = makeOnce(target, async () => {
      writeFileSync(join(target, 'half'), '')
      throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    await makeOnce(target, make)
    expect(readdirSync(target).sort()).toEqual(['complete', 'content'])
  })
})

describe('the policy against starting services', () => {
  const policy = () => join(folder, 'policy-rc.d')

  test('forbids every start during the install and is gone after it', async () => {
    await withoutStartingServices(async () => {
      const script = spawn(policy(), ['redis-server', 'start'])
      expect((await once(script, 'exit'))[0]).toBe(101)
    }, policy())
    expect(readdirSync(folder)).toEqual([])
  })

  test("is replaced by the machine's own policy afterwards, even after an interruption", async () => {
    writeFileSync(policy(), '#!/bin/sh\nexit 0\n')
    const failing = withoutStartingServices(() => Promise.reject(new Error('failed')), policy())
    await expect(failing).rejects.toThrow('failed')
    expect(readFileSync(policy(), 'utf8')).toContain('exit 0')
    let left = {}
    await withoutStartingServices(async () => {
      left = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
    }, policy())
    for (const [name, text] of Object.entries(left)) writeFileSync(join(folder, name), String(text))
    await withoutStartingServices(async () => undefined, policy())
    expect(readFileSync(policy(), 'utf8')).toContain('exit 0')
    expect(readdirSync(folder)).toEqual(['policy-rc.d'])
  })
})

describe("apt's history", () => {
  const ours = 'apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3'
  const entry = (command: string, installed: string) =>
    `Start-Date: 2026-11-27  16:09:13\nCommandline: ${command}\nInstall: ${installed}\nEnd-Date: 2026-11-27  16:09:29\n`
  const rabbitmq = 'erlang-base:amd64 (1:25.2.3, automatic), rabbitmq-server:amd64 (3.10.8-1.1)'
  const redis = 'redis-server:amd64 (5:7.0.15-1), redis-tools:amd64 (5:7.0.15-1, automatic)'

  test('names the services that an earlier version installed, even after it was rotated', () => {
    writeFileSync(join(folder, 'history.log'), entry(`${ours} redis-server`, redis))
    writeFileSync(join(folder, 'history.log.2.gz'), gzipSync(entry(`${ours} rabbitmq-server`, rabbitmq)))
    writeFileSync(join(folder, 'term.log'), '')
    expect(unitsInstalledByUs(readAptLogs(folder))).toEqual([
      'rabbitmq-server.service',
      'redis-server.service',
      'epmd.service',
      'epmd.socket',
    ])
    expect(unitsInstalledByUs(readAptLogs(join(folder, 'none')))).toEqual([])
  })

  test('does not confuse other installed packages with ours', () => {
    const others = `${entry('apt-get install -y rabbitmq-server', rabbitmq)}\n${entry(`${ours} python3`, 'python3:amd64 (3.11)')}`
    writeFileSync(join(folder, 'history.log'), `${others}\n${entry(`${ours} redis-server`, redis)}`)
    expect(unitsInstalledByUs(readAptLogs(folder))).toEqual(['redis-server.service'])
  })
})

test('the error for a program that is missing and cannot be installed names it and says what to do instead', () => {
  expect(reasonNotInstallable(undefined, 0)).toMatch('no Debian machine')
  expect(reasonNotInstallable('/usr/bin/apt-get', 1000)).toMatch('root')
  expect(reasonNotInstallable('/usr/bin/apt-get', 0)).toBeUndefined()
  expect(cannotInstall('redis-server', 'why').message).toMatch(/^redis-server is missing .*why.*docker compose up$/s)
})

test('the cache is in the user’s cache folder', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/inventory-service')
  expect(cacheFolder({ XDG_CACHE_HOME: '' })).toMatch(/\/\.cache\/inventory-service$/)
})
