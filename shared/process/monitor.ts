import { Gauge, Registry } from 'prom-client'
import { createHealth, type Health } from './health.ts'

/** Health checks and metrics of a process; each of its parts adds its own. */
export interface Monitor {
  readonly health: Health
  readonly registry: Registry
}

/** Buckets of duration histograms in seconds, from a fast read to the longest deadline. */
export const DURATION_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The monitor of a process; every metric has the label `service`. */
export function createMonitor(service: string): Monitor {
  const health = createHealth()
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  new Gauge({
    name: 'inventory_fault',
    help: '1 for each fault that /readyz reports; severity is not_ready or degraded',
    labelNames: ['name', 'severity'],
    registers: [registry],
    async collect() {
      const { notReady, degraded } = await health.report()
      this.reset()
      for (const { name } of notReady) this.set({ name, severity: 'not_ready' }, 1)
      for (const { name } of degraded) this.set({ name, severity: 'degraded' }, 1)
    },
  })
  return { health, registry }
}

interface FigureGauge<Figures> {
  readonly name: string
  readonly help: string
  /** undefined: there is no sample. */
  readonly of: (figures: Figures) => number | undefined
}

/**
 * Adds gauges whose figures one function reads whenever metrics are collected. They have no sample while it fails; the
 * health check of what it reads from reports why.
 */
export function addGauges<Figures>(
  registry: Registry,
  read: () => Promise<Figures>,
  gauges: readonly FigureGauge<Figures>[],
): void {
  let reading: Promise<Figures | undefined> | undefined
  // The gauges of a registry are collected at once: each waits for the figures of this collection.
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const { name, help, of } of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await readOnce()
        const figure = figures === undefined ? undefined : of(figures)
        if (figure === undefined) this.remove()
        else this.set(figure)
      },
    })
}
