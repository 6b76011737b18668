import type { Command, Options } from './command.ts'

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
