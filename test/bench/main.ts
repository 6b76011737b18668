import { checkReads } from './check-answers.ts'
import { startLoader } from './loader.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { describeComparison } from './report/comparison.ts'
import { circumstances, saveResults } from './results.ts'
import { runRounds } from './rounds.ts'
import { toRow } from './summarize.ts'
import { workloads } from './workloads.ts'
import { peers } from './world/peer.ts'
import { startWorld } from './world/world.ts'

const options = readOptions(process.argv.slice(2))
const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)
await compare(options)

async function compare({ only, rounds, seconds, connections, lots, saves, ...rest }: BenchOptions): Promise<void> {
  const chosen = <T extends { readonly name: string }>(all: readonly T[]) => {
    const named = all.filter(({ name }) => only.includes(name))
    return named.length > 0 ? named : [...all]
  }
  await using world = await startWorld({ size: { lots, items: rest.items }, peers: chosen(peers), say })
  await using loader = await startLoader()
  await checkReads(world.contestants, world.stage)
  const timing = { rounds, seconds, connections, warmUpSeconds: rest.warmUpSeconds }
  const series = await runRounds(world, loader, { ...timing, workloads: chosen(workloads), say })
  const settings = `${lots} lots, ${connections} connections, ${rounds} rounds of ${seconds} s, medians`
  const contestants = world.contestants.map(({ name, title, family, variant }) => ({ name, title, family, variant }))
  const comparison = { ...circumstances(settings), contestants, rows: series.map(toRow) }
  console.log(describeComparison(comparison))
  if (saves) saveResults('comparison', comparison)
}
