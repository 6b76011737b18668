import { type Browser, chromium } from 'playwright-core'
import { installPackages } from '../../local/install/apt-packages.ts'
import { findProgram } from '../../local/processes/find-program.ts'

/** Debian's Chromium, headless, installed if it is missing; a reason in its place where that cannot be done. */
export async function openBrowser(): Promise<Browser | string> {
  try {
    await installPackages([{ name: 'chromium', program: 'chromium' }], (line) => console.log(line))
  } catch (error) {
    return `There is no Chromium here: ${error instanceof Error ? error.message : error}`
  }
  return chromium.launch({ executablePath: findProgram('chromium') ?? 'chromium', args: ['--no-sandbox'] })
}
