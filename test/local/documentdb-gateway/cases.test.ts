import mongoose from 'mongoose'
import { afterAll, describe, expect, test } from 'vitest'
import { describeServer } from './spec-tests/requirements.ts'
import { runSpecTest } from './spec-tests/run-file.ts'
import { readSpecFiles } from './spec-tests/test-file.ts'

const uri = process.env.MONGODB_URI ?? ''
const client = new mongoose.mongo.MongoClient(uri)
afterAll(() => client.close())

/** Our own cases in the format of MongoDB's specifications; `npm run spec-tests` runs them too. */
const files = readSpecFiles(new URL('cases', import.meta.url).pathname)

describe.each(files)('when $description', (file) => {
  test.each(file.tests)('$description', async (one) => {
    const server = await describeServer(client)
    const result = await runSpecTest(file, one, { uri, client, server, isShared: true })
    expect(result).toEqual({ outcome: 'passed', reason: '' })
  })
})
