import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import mongoose from 'mongoose'
import { startServers } from '../../../../local/servers/servers.ts'
import { describeServer } from './requirements.ts'
import { runSpecFile, type TestResult } from './run-file.ts'
import { readSpecFiles } from './test-file.ts'

const OWN_CASES = new URL('../../../../../test/local/documentdb-gateway/cases', import.meta.url).pathname
const PARTS = [
  'crud',
  'transactions',
  'transactions-convenient-api',
  'retryable-writes',
  'retryable-reads',
  'sessions',
  'causal-consistency',
  'read-write-concern',
]

/** Runs our own cases, and those of MongoDB's specifications when their folder is given: npm run spec-tests -- FOLDER. */
const [folder] = process.argv.slice(2)
const sets = [
  { name: 'our own cases', path: OWN_CASES },
  ...(folder ? PARTS.map((name) => ({ name, path: resolve(folder, name) })) : []),
]
const dataDir = mkdtempSync(join(tmpdir(), 'spec-tests-'))
const unused = { RABBITMQ_URL: 'amqp://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' }
const given = { ...unused, ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}) }
const servers = await startServers({ dataDir, given, report: console.log })
const uri = servers.urls.MONGODB_URI.replace('directConnection=true', '')
const client = new mongoose.mongo.MongoClient(uri)
try {
  const target = { uri, client, server: await describeServer(client), isShared: false }
  console.log(`MongoDB ${target.server.version}, ${target.server.topology}`)
  const all: TestResult[] = []
  for (const { name, path } of sets) {
    const results: TestResult[] = []
    for (const file of readSpecFiles(path)) results.push(...(await runSpecFile(file, target)))
    printSet(name, path, results)
    all.push(...results)
  }
  printSkipped(all)
  console.log(`\nAll: ${counts(all)}`)
  process.exitCode = all.some(({ outcome }) => outcome === 'failed') ? 1 : 0
} finally {
  await client.close()
  await servers.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function printSet(name: string, path: string, results: TestResult[]): void {
  console.log(`\n${name}: ${counts(results)}`)
  for (const { file, test, outcome, reason } of results) {
    if (outcome === 'failed') console.log(`  failed: ${relative(path, file)}: ${test}\n    ${reason}`)
  }
}

function printSkipped(results: TestResult[]): void {
  const reasons = new Map<string, number>()
  for (const { outcome, reason } of results) {
    if (outcome === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  console.log('\nSkipped:')
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`  ${count}: ${reason}`)
}

function counts(results: TestResult[]): string {
  const count = (outcome: TestResult['outcome']) => results.filter((result) => result.outcome === outcome).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
}
