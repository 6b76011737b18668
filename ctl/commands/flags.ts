import { type Command, Option } from 'commander'
import { permissionTable } from '../../shared/contract/core/access.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type CommandField, fromText, toCommandFields, toFlag } from '../fields/command-field.ts'

/** Commands read every page of a list, so these are no flags. */
const pagingFields: ReadonlySet<string> = new Set(['page', 'pageSize', 'after'])

/** The input fields of an operation that are flags of its command. */
export function flagsOf(operation: Operation): CommandField[] {
  const fields = toCommandFields(operation)
  return operation.paged ? fields.filter(({ name }) => !pagingFields.has(name)) : fields
}

/** Adds a flag for every field, and `--no-x` for booleans. */
export function addFlags(command: Command, fields: readonly CommandField[]): void {
  for (const field of fields) {
    const { name, flag, kind } = field
    const description = describeFlag(field)
    if (kind === 'boolean') {
      command.addOption(new Option(`--${flag}`, description))
      command.addOption(new Option(`--no-${flag}`, `Not: ${description || name}`))
    } else command.addOption(new Option(`--${flag} <${kind}>`, description))
  }
  if (fields.some(({ name }) => name === 'permissions')) command.addHelpText('after', permissionHelp)
}

/** The contract's description, then the allowed values and whether the flag is required. */
function describeFlag({ description, values, required }: CommandField): string {
  const notes = [values.join(', '), required ? 'required' : ''].filter((note) => note !== '')
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`
}

/** The permissions as operators write them. */
export const permissionRows = Object.entries(permissionTable).map(([key, { id, description }]) => ({
  id,
  name: toFlag(key),
  description,
}))

const nameWidth = Math.max(...permissionRows.map(({ name }) => name.length))
const permissionLines = permissionRows.map(
  ({ id, name, description }) => `  ${String(id).padStart(4)}  ${name.padEnd(nameWidth)}  ${description}`,
)
const permissionHelp = `
Permissions:
${permissionLines.join('\n')}`

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
