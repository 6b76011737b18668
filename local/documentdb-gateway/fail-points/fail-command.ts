import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { Command } from '../wire/command.ts'
import { WireError } from '../wire/messages.ts'
import type { FailPoints } from './fail-points.ts'

const MESSAGE = "Failing command via 'failCommand' failpoint"
const WITH_WRITE_CONCERN: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'bulkWrite',
  'aggregate',
  'commitTransaction',
  'abortTransaction',
  'create',
  'createIndexes',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'collMod',
  'renameCollection',
])

/** Fails, delays or disconnects a command before it runs, as the fail point failCommand says. */
export async function failBefore(failPoints: FailPoints, command: Command, appName: string | undefined): Promise<void> {
  const data = failPoints.activate('failCommand', appName, (each) => {
    const fails = each.closeConnection === true || each.errorCode !== undefined || each.blockConnection === true
    return fails && concerns(each, command)
  })
  if (!data) return
  if (data.blockConnection) await sleep(Number(data.blockTimeMS))
  if (data.closeConnection) throw new WireError(MESSAGE)
  if (data.errorCode !== undefined)
    throw new CommandError(Number(data.errorCode), MESSAGE, data.errorExtraInfo ?? {}, labelsIn(data))
}

/** The write concern error that the fail point failCommand adds to the reply of a command, with its labels. */
export function failedWriteConcern(
  failPoints: FailPoints,
  command: Command,
  appName: string | undefined,
): { writeConcernError: Document; labels: string[] | undefined } | undefined {
  if (!WITH_WRITE_CONCERN.has(command.name)) return undefined
  const data = failPoints.activate(
    'failCommand',
    appName,
    (each) => each.writeConcernError !== undefined && each.errorCode === undefined && concerns(each, command),
  )
  return data && { writeConcernError: data.writeConcernError, labels: labelsIn(data) }
}

function concerns({ failCommands = [], namespace }: Document, command: Command): boolean {
  if (!failCommands.includes(command.name)) return false
  return namespace === undefined || namespace === `${command.db}.${command.target}`
}

function labelsIn({ errorLabels }: Document): string[] | undefined {
  return Array.isArray(errorLabels) ? errorLabels.map(String) : undefined
}
