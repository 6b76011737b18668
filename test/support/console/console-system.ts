import type { Browser } from 'playwright-core'
import { builtConsole } from '../../../gateway/console/pages.ts'
import { buildConsole } from '../../../local/build-console.ts'
import { openBrowser } from '../browser.ts'
import { originOf } from '../system/console.ts'
import { startSystem, type TestSystem } from '../system/system.ts'

/** A system with the built console, and a browser. */
export interface ConsoleSystem extends AsyncDisposable {
  readonly system: TestSystem
  readonly origin: string
  /** Or why there is none. */
  readonly browser: Browser | string
}

export async function startConsole(): Promise<ConsoleSystem> {
  await buildConsole(console.log)
  const system = await startSystem({ consoleFolder: builtConsole })
  const browser = await openBrowser()
  return {
    system,
    origin: originOf(system),
    browser,
    async [Symbol.asyncDispose]() {
      if (typeof browser === 'object') await browser.close()
      await system[Symbol.asyncDispose]()
    },
  }
}
