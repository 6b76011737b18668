/** What the charts take of the system's figures at a moment, in milliseconds since 1970. */
interface FigureSample {
  readonly at: number
  readonly gateway: {
    readonly requestsPerSecond: number
    readonly p50Ms: number | null
    readonly p99Ms: number | null
    readonly rateLimited: number
    readonly unavailable: number
    readonly failed: number
  }
  readonly services: readonly { readonly service: string; readonly figures: Readonly<Record<string, number>> }[]
}

/** A chart of the system's figures: what it shows, and how each of its lines follows from a sample. */
export interface HealthChart {
  readonly title: string
  readonly unit: string
  readonly lines: readonly { readonly label: string; readonly of: (sample: FigureSample) => number | null }[]
}

const figureOf = (service: string, name: string) => (sample: FigureSample) =>
  sample.services.find((one) => one.service === service)?.figures[name] ?? null

export const healthCharts: readonly HealthChart[] = [
  {
    title: 'Requests',
    unit: 'per second',
    lines: [{ label: 'Requests', of: ({ gateway }) => gateway.requestsPerSecond }],
  },
  {
    title: 'Response times',
    unit: 'ms',
    lines: [
      { label: 'Median (p50)', of: ({ gateway }) => gateway.p50Ms },
      { label: '99th percentile (p99)', of: ({ gateway }) => gateway.p99Ms },
    ],
  },
  {
    title: 'Refused and failed in the last minute',
    unit: 'requests',
    lines: [
      { label: 'Rate limit (429)', of: ({ gateway }) => gateway.rateLimited },
      { label: 'Overload (503, 504)', of: ({ gateway }) => gateway.unavailable },
      { label: 'Failed (other 5xx)', of: ({ gateway }) => gateway.failed },
    ],
  },
  {
    title: 'Queues and delays',
    unit: 'seconds',
    lines: [
      { label: 'Oldest inventory event', of: figureOf('inventory', 'outbox_lag_seconds') },
      { label: 'Oldest catalog event', of: figureOf('catalog', 'outbox_lag_seconds') },
      { label: 'Change feed delay', of: figureOf('notifications', 'feed_lag_seconds') },
      { label: 'Oldest webhook delivery', of: figureOf('notifications', 'webhook_lag_seconds') },
    ],
  },
]

/** The last reconcile of each service that has had one. */
export const lastReconciles = ({ at, services }: FigureSample) =>
  services.flatMap(({ service, figures }) => {
    const { reconcile_age_seconds: age, reconcile_differences: differences } = figures
    if (age === undefined || differences === undefined) return []
    return [{ service, at: new Date(at - age * 1_000).toISOString(), differences }]
  })
