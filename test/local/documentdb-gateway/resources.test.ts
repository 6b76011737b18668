import { expect, test } from 'vitest'
import { toCommandError } from '../../../local/documentdb-gateway/errors/command-error.ts'

const postgresError = (code: string) => Object.assign(new Error('no space left'), { code, severity: 'ERROR' })

test.each([
  ['a full disk', '53100', 14_031, 'OutOfDiskSpace'],
  ['no memory', '53200', 365, 'TemporarilyUnavailable'],
  ['no connection left', '53300', 365, 'TemporarilyUnavailable'],
])('%s of PostgreSQL has the code of MongoDB that the services answer with 503', (_, state, code, codeName) => {
  expect(toCommandError(postgresError(state))).toMatchObject({ code, codeName })
})
