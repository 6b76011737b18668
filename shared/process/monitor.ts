import { Gauge, Registry } from 'prom-client'
import { createHealth, type Health } from './health.ts'
import type { Tracing } from './tracing.ts'

/** What operators see of a process: each part of it adds its checks and figures. */
export interface Monitor {
  readonly health: Health
  readonly registry: Registry
  readonly tracing: Tracing | undefined
}

/** Seconds, from a quick read to the longest deadline. */
export const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A monitor of its own for each process; `service` is a label of all its figures. */
export function createMonitor(service: string, tracing?: Tracing): Monitor {
  const health = createHealth()
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  new Gauge({
    name: 'inventory_fault',
    help: 'What /readyz tells: 1 for each thing that is missing; severity is not_ready or degraded',
    labelNames: ['name', 'severity'],
    registers: [registry],
    async collect() {
      const { notReady, degraded } = await health.report()
      this.reset()
      for (const { name } of notReady) this.set({ name, severity: 'not_ready' }, 1)
      for (const { name } of degraded) this.set({ name, severity: 'degraded' }, 1)
    },
  })
  return { health, registry, tracing }
}
