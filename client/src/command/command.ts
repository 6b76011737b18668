/** An option of a command: of a value if it has a `placeholder`. */
export interface Option {
  readonly description: string
  /** What stands for the value in the help, such as FILE; absent: the option has no value. */
  readonly placeholder?: string
  /** The values that completion offers. */
  readonly values?: readonly string[]
}

export type Options = Readonly<Record<string, Option>>

export interface Given<O extends Options> {
  readonly options: { readonly [K in keyof O]?: O[K] extends { placeholder: string } ? string : boolean }
  readonly positionals: readonly string[]
}

interface CommandDescription<O extends Options> {
  readonly name: string
  readonly summary: string
  /** The names of what stands after the command; in brackets if it may be left out. */
  readonly positionals: readonly string[]
  readonly options: O
  /** What completion offers as the first positional. */
  readonly offered?: readonly string[]
  /** Lines below the options in the help. */
  readonly details?: readonly string[]
}

/** A command of `inventory`. */
export interface Command extends CommandDescription<Options> {
  run(given: Given<Options>): Promise<void>
}

/** Help, completion and the check of what is given derive from the description. */
export function defineCommand<const O extends Options>(
  description: CommandDescription<O>,
  run: (given: Given<O>) => Promise<void>,
): Command {
  // Which options may be given, and of which kind, is checked by the description itself before the command runs.
  return { ...description, run: run as Command['run'] }
}

/** The command was used wrongly: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command could not do what it was asked for; its message says why: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

export function helpOfAll(commands: readonly Command[]): string {
  return [
    'Usage: inventory COMMAND [OPTIONS]',
    '',
    'The Inventory Service in a terminal.',
    '',
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    '',
    'inventory COMMAND --help shows the options of a command, inventory --version the version.',
    'INVENTORY_URL, INVENTORY_CLIENT_ID and INVENTORY_CLIENT_SECRET go before what inventory login stored.',
    'Exit code: 0 done, 1 refused or failed, 2 used wrongly.',
  ].join('\n')
}

export function helpOf({ name, summary, positionals, options, details = [] }: Command): string {
  const usage = ['inventory', name, ...positionals, '[OPTIONS]'].join(' ')
  const rows = [...Object.entries(options).map(toRow), ['--help', 'Show this'] as const]
  return [
    `Usage: ${usage}`,
    '',
    `${summary}.`,
    '',
    ...columns(rows),
    ...(details.length > 0 ? ['', ...details] : []),
  ].join('\n')
}

function toRow([name, { placeholder, description }]: [string, Options[string]]): readonly [string, string] {
  return [placeholder === undefined ? `--${name}` : `--${name} ${placeholder}`, description]
}

/** Two columns, indented. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`)
}
