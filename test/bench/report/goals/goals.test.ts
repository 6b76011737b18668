import { expect, test } from 'vitest'
import type { Cluster, ClusterRow } from '../../cluster/cluster.ts'
import type { Alone, AloneLoad } from '../../results.ts'
import type { Row } from '../../summarize.ts'
import { aloneGoals } from './alone-goals.ts'
import { clusterGoals } from './cluster-goals.ts'
import type { Goal } from './goal.ts'
import { describeGoals } from './goals.ts'

const circumstances = { at: '2026-11-24', machine: 'two processors', settings: 'two rounds' }
const aRow = (workload: string, contestant: string, figures: Partial<Row>): Row => ({
  ...{ workload, contestant, rate: { median: 100, min: 100, max: 100 }, p50Ms: 10, p99Ms: 20, ownMicros: 1_000 },
  ...{ micros: { database: 500 }, failed: {}, idle: 0.3, ...figures },
})

const missed = (goals: readonly Goal[]) =>
  goals.flatMap(({ name, findings }) =>
    findings.flatMap(({ what, found, isReached }) => (isReached === false ? [`${name} ${what} ${found}`] : [])),
  )

const WORKLOADS = ['item', 'lots', 'receive', 'move']

/** Ours against a peer that answers after 10 ms, one that answers later, and one without a broker that answers sooner. */
function alone(p50Ms: number, warmUpSeconds: number, figures: Partial<Row> = {}): AloneLoad {
  const rows = WORKLOADS.flatMap((workload) => [
    aRow(workload, 'ours', { p50Ms, ...figures }),
    aRow(workload, 'nest-tuned', {}),
    aRow(workload, 'moleculer-tuned', { p50Ms: 30, ownMicros: 5_000, micros: { database: 5_000 } }),
    aRow(workload, 'express-tuned', { p50Ms: 1 }),
    aRow(workload, 'nest-improved', { p50Ms: 5, ownMicros: 900 }),
  ])
  return { title: '', kind: 'closed', clients: 1, warmUpSeconds, rows }
}

const contestants = (['nest', 'moleculer', 'express'] as const).map((family) => ({
  ...{ name: `${family}-tuned`, title: family, family, variant: 'tuned' as const },
}))
const improved = { name: 'nest-improved', title: 'nest', family: 'nest', variant: 'improved' } as const
const results = (loads: readonly AloneLoad[], commands: Alone['commands'] = []): Alone => ({
  ...{ ...circumstances, contestants: [...contestants, improved], loads, atRest: {}, commands },
})

test('one client is compared with the tuned peer with a broker that answers sooner, warm and cold with limits of their own', () => {
  const cheap = { ownMicros: 850 }
  expect(missed(aloneGoals(results([alone(6.5, 15, cheap), alone(10, 1)])))).toEqual([])
  expect(missed(aloneGoals(results([alone(6.8, 15, cheap), alone(10.5, 1)])))).toEqual([
    ...['P21 lots p50 0.68x', 'P21 receive p50 0.68x'],
    ...WORKLOADS.map((workload) => `P21c ${workload} p50 1.05x`),
  ])
  const dear = alone(6.5, 15, { ownMicros: 1_140, micros: { database: 600 } })
  expect(missed(aloneGoals(results([dear])))).toEqual([
    ...['P21 item CPU 1.14x', 'P21 lots CPU 1.14x', 'P21 receive CPU 1.14x', 'P21 receive database 1.20x'],
    ...['P21 move CPU 1.14x', 'P21 move database 1.20x'],
    ...['P21i item CPU 1.27x', 'P21i lots CPU 1.27x', 'P21i receive CPU 1.27x'],
  ])
})

test('arrivals of 100 and 20 a second are compared with the peer whose slowest responses come sooner', () => {
  const rows = [
    aRow('mix', 'ours', { p99Ms: 21, ownMicros: 950, micros: { database: 350 } }),
    aRow('mix', 'nest-tuned', { p99Ms: 40, ownMicros: 9_000 }),
    aRow('mix', 'moleculer-tuned', {}),
  ]
  const load: AloneLoad = { title: '', kind: 'open', clients: 60, perSecond: 100, warmUpSeconds: 15, rows }
  expect(missed(aloneGoals(results([load])))).toEqual(['P22 p99 1.05x', 'P22 CPU 0.95x', 'P22 database 0.70x'])
  expect(missed(aloneGoals(results([{ ...load, perSecond: 20 }])))).toEqual([])
  const few = rows.map((row) => (row.contestant === 'ours' ? { ...row, ownMicros: 1_200 } : row))
  expect(missed(aloneGoals(results([{ ...load, perSecond: 20, rows: few }])))).toEqual(['P22 CPU at 20/s 1.20x'])
})

test('a receipt may send 2 commands and a move 3', () => {
  const commands = (receive: number, move: number) =>
    [['receive', receive] as const, ['move', move] as const].map(([workload, all]) => ({
      workload,
      all,
      commands: {},
      atRestPerSecond: 0,
    }))
  expect(missed(aloneGoals(results([], commands(2.03, 3))))).toEqual([])
  expect(missed(aloneGoals(results([], commands(2.1, 3.1))))).toEqual(['P24 receive 2.10', 'P24 move 3.10'])
})

const several = (processes: number, clients: number, perSecond: number, figures: Partial<Row> = {}): ClusterRow => ({
  ...{ several: 'inventory', quota: 0.25, processes, clients },
  row: aRow('receive', 'ours', { rate: { median: perSecond, min: 0, max: 0 }, ...figures }),
})
const clusterOf = (rows: readonly ClusterRow[], newProcesses: Cluster['newProcesses'] = []): Cluster => ({
  ...{ ...circumstances, rows, newProcesses },
})

test('several processes are compared with one of the same quota; 64 clients in all have a limit of their own', () => {
  const rows = [several(1, 64, 100), several(2, 64, 160), several(2, 128, 185), several(3, 192, 270)]
  expect(missed(clusterGoals(clusterOf([...rows, several(4, 256, 350)])))).toEqual([])
  expect(
    missed(clusterGoals(clusterOf([several(1, 64, 100), several(2, 64, 159), several(2, 128, 184)]))),
  ).toHaveLength(2)
  const others = [several(1, 64, 100), { ...several(2, 128, 90), quota: 0.15 }]
  expect(missed(clusterGoals(clusterOf(others)))).toEqual([])
})

test('a refusal misses the goal', () => {
  const refused = several(2, 128, 185, { failed: { 503: 2 } })
  expect(missed(clusterGoals(clusterOf([several(1, 64, 100), refused])))).toEqual(['P23 refused 2'])
})

test('a row without idle time is named and not judged', () => {
  const full = several(2, 128, 120, { idle: 0.01, failed: { 503: 2 } })
  const cluster = clusterOf([several(1, 64, 100), full])
  expect(missed(clusterGoals(cluster))).toEqual([])
  expect(describeGoals({ cluster })).toContain('receive at 0.25, 2 x inventory the machine was full')
  const nothing = clusterOf([several(1, 64, 100, { idle: 0 }), full])
  expect(describeGoals({ cluster: nothing })).toContain('| not measured |')
})

test('a new process brings half of what a warm one brings, from the fifth second', () => {
  const rows = [several(1, 64, 100), several(2, 64, 180)]
  const launch = (perSecond: number) => {
    const after = [
      { from: 0, to: 5, perSecond: 100 },
      { from: 5, to: 10, perSecond },
    ]
    const about = { quota: 0.25, workload: 'receive', clients: 64, beforePerSecond: 100, readySeconds: 4, idle: 0.3 }
    return missed(clusterGoals(clusterOf(rows, [{ ...about, after }])))
  }
  expect(launch(141)).toEqual([])
  expect(launch(139)).toEqual(['P23 receive at 0.25, new process, share of the gain 0.49x'])
})
