import { type Command, Option } from 'commander'
import { parseInput } from '../../shared/contract/core/fields.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import type { Call } from '../../shared/messaging/rpc/call.ts'
import { type CommandField, fromText, toCommandFields } from '../fields/command-field.ts'

/** Every page is fetched, so these are no flags. */
const pagingFields: ReadonlySet<string> = new Set(['page', 'pageSize'])

/** The flags of an operation's command. */
export function flagsOf(operation: Operation): CommandField[] {
  const fields = toCommandFields(operation)
  return operation.paged ? fields.filter(({ name }) => !pagingFields.has(name)) : fields
}

/** Adds a flag for every field, and `--no-x` for what is true or false. */
export function addFlags(command: Command, fields: readonly CommandField[]): void {
  for (const { name, flag, kind, description } of fields) {
    if (kind === 'boolean') {
      command.addOption(new Option(`--${flag}`, description))
      command.addOption(new Option(`--no-${flag}`, `Not: ${description || name}`))
    } else command.addOption(new Option(`--${flag} <${kind}>`, description))
  }
}

/** The operation's input, from the flags that were given. */
export function readFlags(command: Command, fields: readonly CommandField[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const option = command.options.find(({ long }) => long === `--${field.flag}`)
    const given: unknown = option && command.getOptionValue(option.attributeName())
    if (given !== undefined) input[field.name] = typeof given === 'string' ? fromText(field, given) : given
  }
  return input
}

/** The contract lowers it to the operation's own limit. */
const LARGEST_PAGE = Number.MAX_SAFE_INTEGER

/** Calls the operation; of a paged list, every page. Bad input is refused before anything is sent. */
export async function callOperation(operation: Operation, input: Record<string, unknown>, call: Call) {
  if (!operation.paged) return call(operation, input)
  const records: unknown[] = []
  for (let page = 1; ; page++) {
    // A paged operation's output is the page envelope.
    const answer = (await call(operation, { ...input, page, pageSize: LARGEST_PAGE })) as Envelope
    records.push(...answer.value)
    if (!answer.hasMore) return records
  }
}

interface Envelope {
  readonly value: unknown[]
  readonly hasMore: boolean
}

/** Throws the contract's own validation error, so that bad flags are told without a running system. */
export function checkInput(operation: Operation, input: Record<string, unknown>): void {
  parseInput(operation.input, input)
}
