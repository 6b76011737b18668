import { type Column, column } from '../tables/columns.tsx'
import { plainTable } from '../tables/plain-table.tsx'

interface NewLine {
  readonly lineNo: number
  readonly shortID: string
  readonly description: string
  readonly units: number
}

interface OrderLine extends NewLine {
  readonly warehouseName: string
}

/** A table of the lines of an order or slip as it would be. */
export const newLinesTable = <Row extends NewLine = NewLine>(label: string, ...more: readonly Column<Row>[]) =>
  plainTable<Row>(label, 'No line.', ({ lineNo }) => lineNo, [
    column.number('Line', 'lineNo'),
    column.text('Item', 'shortID'),
    column.description('Description', 'description'),
    column.quantity('Units', 'units'),
    ...more,
  ])

/** The same of an order, whose lines have their warehouses. */
export const orderLinesTable = <Row extends OrderLine = OrderLine>(label: string, ...more: readonly Column<Row>[]) =>
  newLinesTable<Row>(label, ...more, column.text('Warehouse', 'warehouseName'))
