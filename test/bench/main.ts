import { measureAlone } from './alone/measure-alone.ts'
import { measureCluster } from './cluster/measure-cluster.ts'
import { compare } from './compare.ts'
import { describeConsole, measureConsole } from './console/measure-console.ts'
import { readOptions } from './options.ts'
import { describeAlone } from './report/alone.ts'
import { describeCluster } from './report/cluster.ts'
import { describeComparison } from './report/comparison.ts'
import { describeGoals } from './report/goals/goals.ts'
import { describeGrowth } from './report/growth.ts'
import { describeReportGrowth } from './report/report-growth.ts'
import { describeTrials } from './report/trials.ts'
import { writeReport } from './report/write-report.ts'
import { type Comparison, readResults, saveResults, withTrials } from './results.ts'
import { measureGrowth } from './scale/measure-growth.ts'
import { measureReports } from './scale/reports/measure-reports.ts'

const options = readOptions(process.argv.slice(2))
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

if (options.command === 'compare') {
  let measured: Comparison | undefined
  for await (const comparison of compare(options, say)) {
    const saved = readResults<Comparison>('comparison')
    const isOnlyTrials = comparison.rows.length === 0
    if (options.saves) saveResults('comparison', saved && isOnlyTrials ? withTrials(saved, comparison) : comparison)
    measured = comparison
  }
  if (measured)
    console.log(
      [describeComparison(measured), describeTrials(measured), describeGoals({ comparison: measured })].join('\n\n'),
    )
}
if (options.command === 'alone') {
  const alone = await measureAlone(options, say)
  console.log(`${describeAlone(alone)}\n\n${describeGoals({ alone })}`)
  if (options.saves) saveResults('alone', alone)
}
if (options.command === 'cluster') {
  const cluster = await measureCluster(options, say)
  console.log(`${describeCluster(cluster)}\n\n${describeGoals({ cluster })}`)
  if (options.saves) saveResults('cluster', cluster)
}
if (options.command === 'scale' && options.isOfReports) {
  const reports = await measureReports(options, say)
  console.log(`${describeReportGrowth(reports)}\n\n${describeGoals({ reports })}`)
  if (options.saves) saveResults('reports', reports)
} else if (options.command === 'scale') {
  const growth = await measureGrowth(options, say)
  console.log(`${describeGrowth(growth)}\n\n${describeGoals({ growth })}`)
  if (options.saves) saveResults('growth', growth)
}
if (options.command === 'console') console.log(describeConsole(await measureConsole(options, say)))
else if (options.saves) writeReport()
