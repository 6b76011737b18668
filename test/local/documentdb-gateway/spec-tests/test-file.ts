import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from 'bson'
import mongoose from 'mongoose'

const { EJSON } = mongoose.mongo.BSON

/** A test of the unified test format. */
export interface SpecTest {
  description: string
  skipReason?: string
  runOnRequirements?: Requirement[]
  operations: Operation[]
  expectEvents?: ExpectedEvents[]
  outcome?: CollectionData[]
}

/** A file of the unified test format (https://github.com/mongodb/specifications, source/unified-test-format). */
export interface SpecFile {
  path: string
  description: string
  runOnRequirements?: Requirement[]
  createEntities?: Document[]
  initialData?: CollectionData[]
  tests: SpecTest[]
}

export interface Requirement {
  minServerVersion?: string
  maxServerVersion?: string
  topologies?: string[]
  serverParameters?: Document
  auth?: boolean
  csfle?: unknown
}

export interface CollectionData {
  collectionName: string
  databaseName: string
  documents: Document[]
  createOptions?: Document
}

export interface Operation {
  name: string
  object: string
  arguments?: Document
  expectError?: Document
  expectResult?: unknown
  saveResultAsEntity?: string
  ignoreResultAndError?: boolean
}

export interface ExpectedEvents {
  client: string
  eventType?: 'command' | 'cmap' | 'sdam'
  events: Document[]
  ignoreExtraEvents?: boolean
}

/** The files of the unified test format in a folder and its sub-folders, by path. */
export function readSpecFiles(folder: string): SpecFile[] {
  return jsonFiles(folder).flatMap((path) => {
    const content: Document = EJSON.parse(readFileSync(path, 'utf8'), { relaxed: true })
    const isUnified = typeof content.schemaVersion === 'string' && Array.isArray(content.tests)
    return isUnified ? [{ description: path, tests: [], ...content, path }] : []
  })
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(path).isDirectory()) return jsonFiles(path)
      return path.endsWith('.json') ? [path] : []
    })
}
