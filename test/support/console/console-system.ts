import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { builtConsole } from '../../../gateway/sessions/pages.ts'
import { buildConsole } from '../../../local/build-console.ts'
import { serviceNames } from '../../../local/services.ts'
import { shareBrowser } from '../browser.ts'
import { originOf } from '../system/console.ts'
import { registerBasics } from '../system/registries.ts'
import { startSystem, type TestClient, type TestSystem } from '../system/system.ts'
import { TEST_LIMIT_MS } from './console-window.ts'

/** A system with the built console, a browser, and a client that may do everything. */
export interface ConsoleSystem extends AsyncDisposable {
  readonly system: TestSystem
  readonly origin: string
  /** That of this process, or why there is none. */
  readonly browser: Browser | string
  readonly client: TestClient
}

type Fill = (call: TestSystem['call']) => Promise<unknown>

export async function startConsole(fill: Fill): Promise<ConsoleSystem> {
  await buildConsole(console.log)
  const system = await startSystem({ consoleFolder: builtConsole, services: serviceNames })
  await fill(system.call)
  const client = await system.createClient()
  const browser = await shareBrowser()
  return {
    system,
    origin: originOf(system),
    browser,
    client,
    [Symbol.asyncDispose]: () => system[Symbol.asyncDispose](),
  }
}

/** The system of a file's tests. It has what `fill` creates: what the factories refer to, unless something else is given. */
export function useConsole(fill: Fill = registerBasics): ConsoleSystem {
  let started: ConsoleSystem | undefined
  beforeAll(async () => {
    started = await startConsole(fill)
  }, TEST_LIMIT_MS)
  afterAll(() => started?.[Symbol.asyncDispose]())
  const world = () => {
    if (!started) throw new Error('The console is started before the first test')
    return started
  }
  return {
    get system() {
      return world().system
    },
    get origin() {
      return world().origin
    },
    get browser() {
      return world().browser
    },
    get client() {
      return world().client
    },
    [Symbol.asyncDispose]: () => world()[Symbol.asyncDispose](),
  }
}
