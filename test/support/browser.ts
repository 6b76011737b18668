import { type Browser, chromium } from 'playwright-core'
import { findProgram } from '../../local/processes/program-paths.ts'
import { installPackages } from './install/apt-packages.ts'

/** Chromium as people have it, or without what only a window on a screen needs: a fifth less processor time. */
type Program = 'chromium' | 'chromium-headless-shell'

/** Starts Debian's Chromium, headless; installs it if it is missing. Resolves to the reason if that is not possible. */
export async function openBrowser(program: Program = 'chromium', args: string[] = []): Promise<Browser | string> {
  try {
    await installPackages([{ name: program, program }], (line) => console.log(line))
  } catch (error) {
    return `There is no Chromium here: ${error instanceof Error ? error.message : error}`
  }
  // Without a graphics card, drawing as if there were one costs more processor time.
  return chromium.launch({
    executablePath: findProgram(program) ?? program,
    args: ['--no-sandbox', '--disable-gpu', ...args],
  })
}

let shared: Promise<Browser | string> | undefined

/** The browser that the files of this process share, each with windows of its own. It ends with the process. */
export async function shareBrowser(): Promise<Browser | string> {
  const present = await shared
  if (typeof present === 'string' || present?.isConnected()) return present
  const opening = openBrowser('chromium-headless-shell')
  shared = opening
  return opening
}
