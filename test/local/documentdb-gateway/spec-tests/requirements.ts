import type mongoose from 'mongoose'
import type { Requirement } from './test-file.ts'

/** What the tests need to know about the server. */
export interface Server {
  version: string
  topology: string
}

/** Asks a server for its version and its place in a topology. */
export async function describeServer(client: mongoose.mongo.MongoClient): Promise<Server> {
  const admin = client.db('admin')
  const [hello, { version }] = await Promise.all([admin.command({ hello: 1 }), admin.command({ buildInfo: 1 })])
  const topology = hello.msg === 'isdbgrid' ? 'sharded' : hello.setName ? 'replicaset' : 'single'
  return { version, topology }
}

/** Why a test cannot run on the server; undefined when it can. Each list needs one requirement that is met. */
export function unmetRequirement(lists: (Requirement[] | undefined)[], server: Server): string | undefined {
  for (const list of lists) {
    const reasons = list?.map((requirement) => reasonAgainst(requirement, server)) ?? [undefined]
    if (reasons.every((reason) => reason !== undefined)) return [...new Set(reasons)].join(' or ')
  }
  return undefined
}

function reasonAgainst(requirement: Requirement, { version, topology }: Server): string | undefined {
  const { minServerVersion, maxServerVersion, topologies, auth, csfle } = requirement
  if (topologies && !topologies.includes(topology)) return `it is for topology ${topologies.join(', ')}`
  if (minServerVersion && isOlder(version, minServerVersion)) return `it is for servers from ${minServerVersion}`
  if (maxServerVersion && isOlder(maxServerVersion, version)) return `it is for servers up to ${maxServerVersion}`
  if (auth) return 'it needs authentication'
  return csfle ? 'it needs client-side encryption' : undefined
}

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => text.split('.').map(Number))
  for (const [i, number] of (right ?? []).entries()) {
    const difference = (left?.[i] ?? 0) - number
    if (difference !== 0) return difference < 0
  }
  return false
}
