import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startSystemWithProvider } from './provider-sign-in.ts'
import { registerBasics } from './registries.ts'
import type { Part, TestClient } from './system.ts'

type Started = Awaited<ReturnType<typeof startSystemWithProvider>> & { readonly staff: TestClient }

/** The system of a file's tests: its provider has Ada, whose group works with the client `staff`. */
export function useProvider(more: readonly Part[] = []): Pick<Started, 'system' | 'provider' | 'origin' | 'staff'> {
  let started: Started | undefined
  const world = () => {
    if (!started) throw new Error('The system is started before the first test')
    return started
  }
  beforeAll(async () => {
    const begun = await startSystemWithProvider({ services: ['auth', 'gateway', ...more], consoleFolder: '/nowhere' })
    if (more.includes('inventory')) await registerBasics(begun.system.call)
    const staff = await begun.system.createClient()
    begun.provider.settings.clients.push({ value: 'staff', clientId: staff.clientId })
    begun.provider.settings.clients.push({ value: 'nobody', clientId: 'no-such-client' })
    started = { ...begun, staff }
  })
  afterAll(() => started?.[Symbol.asyncDispose]())
  beforeEach(() => {
    const { provider } = world()
    provider.accounts.set('ada', { name: 'Ada Byron', groups: ['visitors', 'staff'] })
    provider.forge = undefined
    provider.isAway = false
    provider.refusals.clear()
  })
  return {
    get system() {
      return world().system
    },
    get provider() {
      return world().provider
    },
    get origin() {
      return world().origin
    },
    get staff() {
      return world().staff
    },
  }
}
