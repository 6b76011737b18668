import type { z } from 'zod'
import { gatewayVariables } from '../../gateway/config.ts'
import { authVariables } from '../../services/auth/config.ts'
import { notificationsVariables } from '../../services/notifications/config.ts'
import { type Access, permissions } from '../../shared/contract/core/access.ts'
import { errorCatalogue } from '../../shared/contract/core/errors.ts'
import { operations } from '../../shared/contract/index.ts'
import { commonVariables, databaseVariables } from '../../shared/process/env.ts'

type Row = readonly string[]

/** The README's tables as the code says them, by the name of their marks. */
export const tables: Readonly<Record<string, () => string>> = {
  operations: () =>
    table(
      ['Request', 'What it does', 'Permission'],
      operations.flatMap(({ route, summary, access }) =>
        route ? [[`\`${shown(route)}\``, summary, who(access)]] : [],
      ),
    ),
  commands: () =>
    table(
      ['Command', 'What it does'],
      operations.flatMap(({ command, summary }) => (command ? [[`\`${command}\``, summary]] : [])),
    ),
  errors: () =>
    table(
      ['HTTP', '`error`', 'Meaning'],
      Object.entries(errorCatalogue).map(([code, { status, meaning }]) => [String(status), `\`${code}\``, meaning]),
    ),
  variables: () =>
    table(
      ['Variable', 'Read by', 'Unless said', 'Meaning'],
      [
        ...variableRows('all', commonVariables),
        ...variableRows('services', databaseVariables),
        ...variableRows('auth', authVariables),
        ...variableRows('notifications', notificationsVariables),
        ...variableRows('gateway', gatewayVariables),
      ],
    ),
}

/** The README with the tables between their marks renewed. */
export function withTables(readme: string): string {
  return Object.entries(tables).reduce(
    (text, [name, render]) =>
      text.replace(
        new RegExp(`(<!-- table: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`),
        (_, start: string, end: string) => `${start}\n${render()}\n\n${end}`,
      ),
    readme,
  )
}

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A route as a person writes it: `:wid` is `{wid}`. */
const shown = (route: string) => route.replace(/:(\w+)/g, '{$1}').replace(/\?(\w+)$/, '?$1=')

function who(access: Access): string {
  if (access === 'public') return 'none, no token'
  if (access === 'client') return 'any client'
  const name = Object.entries(permissions).find(([, number]) => number === access)?.[0] ?? ''
  return `${access} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`
}

function variableRows(readBy: string, variables: Readonly<Record<string, z.ZodType>>): Row[] {
  return Object.entries(variables).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const unlessSaid = fallback.success ? (fallback.data === undefined ? 'off' : `\`${fallback.data}\``) : 'required'
    return [`\`${name}\``, readBy, unlessSaid, schema.meta()?.description ?? '']
  })
}
