import { Gauge, type Registry } from 'prom-client'

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
