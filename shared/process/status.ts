import type { ServiceStatus } from '../contract/core/status.ts'
import { VERSION } from '../contract/version.ts'
import type { Monitor } from './monitor.ts'

const PREFIX = 'inventory_'
/** Metrics of what waits in the database of a service and of its last reconcile; every process of it reports the same. */
const FIGURE = /^inventory_(.*_waiting|.*_lag_seconds|reconcile_.*)$/

/** The handler of a service's `status`: its health, and those gauges. */
export const createStatus =
  ({ health, registry }: Monitor) =>
  async (): Promise<ServiceStatus> => {
    const { ready, notReady, degraded, since } = await health.report()
    const gauges = (await registry.getMetricsAsJSON()).filter(
      ({ name, type }) => String(type) === 'gauge' && FIGURE.test(name),
    )
    const figures = gauges.flatMap(({ name, values }) => values.map(({ value }) => [name.replace(PREFIX, ''), value]))
    return {
      version: VERSION,
      ready,
      notReady: [...notReady],
      degraded: [...degraded],
      since,
      figures: Object.fromEntries(figures),
    }
  }
