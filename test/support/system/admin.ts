import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePrometheusText } from '../checks/prometheus-text.ts'
import type { RunningProcesses } from './processes.ts'

/** The admin port of a process: health and metrics. */
export interface Admin {
  get(path: string): Promise<Response>
  /** The status of `/readyz`, and the names of its faults. */
  readiness(): Promise<{ status: number; notReady: string[]; degraded: string[] }>
  /** The sum of a metric's samples with these labels; 0 if there are none. */
  figure(name: string, labels?: Readonly<Record<string, string>>): Promise<number>
}

/** The admin port of a process, as it was last logged under that name. */
export function adminOf({ dataDir }: Pick<RunningProcesses, 'dataDir'>, name: string): Admin {
  const log = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
  const port = [...log.matchAll(/"adminPort":(\d+)/g)].at(-1)?.[1]
  if (port === undefined) throw new Error(`${name} has not logged its admin port`)
  return adminAt(`http://127.0.0.1:${port}`)
}

export function adminAt(url: string): Admin {
  const get = (path: string) => fetch(url + path)
  return {
    get,
    async readiness() {
      const response = await get('/readyz')
      // A HealthReport as JSON.
      const { notReady, degraded } = (await response.json()) as Record<'notReady' | 'degraded', { name: string }[]>
      const namesOf = (faults: { name: string }[]) => faults.map(({ name }) => name)
      return { status: response.status, notReady: namesOf(notReady), degraded: namesOf(degraded) }
    },
    async figure(name, labels = {}) {
      const samples = parsePrometheusText(await (await get('/metrics')).text())
      const matching = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )
      return matching.reduce((sum, { value }) => sum + value, 0)
    },
  }
}
