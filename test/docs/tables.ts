import { aloneTable, processesTable } from './bench-tables.ts'
import { clusterTable } from './cluster-table.ts'
import { commandsTable, errorsTable, eventsTable, operationsTable, permissionsTable } from './contract-tables.ts'
import { excerpt } from './excerpt.ts'
import { datesTable, fieldsTable, headersTable, labelsTable, parametersTable } from './interface-tables.ts'
import { limitsTable } from './limits-table.ts'
import { variablesTable } from './process-tables.ts'
import { proofsTable } from './proofs.ts'

/** What documents take over from the code, by the name of its mark: `<!-- table: fields Lot -->` … `<!-- end -->`. */
export const tables: Readonly<Record<string, (argument: string) => string>> = {
  alone: aloneTable,
  cluster: clusterTable,
  commands: commandsTable,
  dates: datesTable,
  errors: errorsTable,
  events: eventsTable,
  excerpt,
  fields: fieldsTable,
  headers: headersTable,
  labels: labelsTable,
  limits: limitsTable,
  operations: operationsTable,
  parameters: parametersTable,
  permissions: permissionsTable,
  processes: processesTable,
  proofs: proofsTable,
  variables: variablesTable,
}

const MARKED = /(<!-- table: (\w+)(?: ([^>]*?))? -->\n)[\s\S]*?(<!-- end -->)/g

/** Every mark of a document: the name of the table, and its argument. */
export const marksOf = (text: string) =>
  [...text.matchAll(MARKED)].map(([, , name = '', argument = '']) => ({ name, argument }))

/** The document with everything between its marks renewed. */
export const renewed = (text: string): string =>
  text.replace(MARKED, (_, start: string, name: string, argument: string | undefined, end: string) => {
    const render = tables[name]
    if (!render) throw new Error(`There is no table ${name}`)
    return `${start}\n${render(argument ?? '')}\n\n${end}`
  })
