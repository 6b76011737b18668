import type { InventoryConfig } from '../../../services/inventory/config.ts'
import { registerBasics } from '../system/registries.ts'
import { type SystemOptions, startSystem, type TestSystem } from '../system/system.ts'
import { share } from './share.ts'

/** Options that can be compared. A test that breaks, stops, counts or reads the whole of a system starts one of its own. */
export type SharedOptions = Pick<SystemOptions, 'services' | 'isSandbox' | 'consoleFolder'> & {
  readonly inventory?: Pick<InventoryConfig, 'allocator'>
}

function startedWith(options: SharedOptions): Promise<TestSystem> {
  const { services, isSandbox, consoleFolder, inventory } = options
  const key = JSON.stringify([services?.toSorted(), isSandbox, consoleFolder, inventory?.allocator])
  return share(`system ${key}`, () => startSystem(options))
}

/** A file that disposes of what it has got ends nothing: others use it. */
const lent = (system: TestSystem): TestSystem => ({ ...system, [Symbol.asyncDispose]: async () => undefined })

/** The system with these options that the files of this worker share. Each test owns its data; the system ends with the worker. */
export async function shareSystem(options: SharedOptions = {}): Promise<TestSystem> {
  return lent(await startedWith(options))
}

const withBasics = new WeakMap<TestSystem, Promise<void>>()

/** The same with what the factories refer to. */
export async function shareSystemWithBasics(options: SharedOptions = {}): Promise<TestSystem> {
  const system = await startedWith(options)
  const registering = withBasics.get(system) ?? registerBasics(system.call)
  withBasics.set(system, registering)
  await registering
  return lent(system)
}
