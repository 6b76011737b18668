import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, type Circumstances, type Comparison, readResults } from '../results.ts'
import type { Growth } from '../scale/growth.ts'
import { workloads } from '../workloads.ts'
import { barChart } from './bar-chart.ts'
import { describeWorkload } from './comparison.ts'
import { describeGoals } from './goals.ts'
import { describeGrowth } from './growth.ts'
import { growthCharts } from './growth-chart.ts'
import { describeTrials } from './trials.ts'

/** Makes report.md and its pictures of the figures that were saved last, and of the findings that were written by hand. */
export function writeReport(): void {
  const comparison = readResults<Comparison>('comparison')
  const growth = readResults<Growth>('growth')
  const findings = join(benchFolder, 'findings.md')
  const parts = [
    '# Benchmarks',
    'Made by `npm run bench` and `npm run bench -- scale`; findings.md is written by hand.',
    '## Goals',
    describeGoals(comparison, growth),
    ...(existsSync(findings) ? [readFileSync(findings, 'utf8').trim()] : []),
    ...(comparison ? comparisonParts(comparison) : []),
    ...(growth ? growthParts(growth) : []),
  ]
  writeFileSync(join(benchFolder, 'report.md'), `${parts.join('\n\n')}\n`)
}

function comparisonParts(comparison: Comparison): string[] {
  const measured = workloads.filter(({ name }) => comparison.rows.some(({ workload }) => workload === name))
  return [
    '## Against peers',
    toldOf(comparison),
    ...measured.flatMap(({ name, title }) => {
      const rows = comparison.rows.filter(({ workload }) => workload === name)
      const bars = rows.map(({ contestant, rate }) => ({
        label: comparison.contestants.find((each) => each.name === contestant)?.title ?? contestant,
        value: rate,
        isOurs: contestant === 'ours',
      }))
      const picture = savePicture(name, barChart(title, 'successful answers per second; line: least to most', bars))
      return [`### ${title}`, `![${title}](${picture})`, describeWorkload(comparison, name)]
    }),
    describeTrials(comparison),
  ]
}

function growthParts(growth: Growth): string[] {
  const pictures = growthCharts(growth).map(({ name, title, svg }) => `![${title}](${savePicture(name, svg)})`)
  return ['## A stock that grows', toldOf(growth), ...pictures, describeGrowth(growth)]
}

const toldOf = ({ at, machine, settings }: Circumstances) => `${machine}; ${settings}; ${at.slice(0, 10)}.`

function savePicture(name: string, svg: string): string {
  mkdirSync(join(benchFolder, 'pictures'), { recursive: true })
  writeFileSync(join(benchFolder, 'pictures', `${name}.svg`), svg)
  return `pictures/${name}.svg`
}
