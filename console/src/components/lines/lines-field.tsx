import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DELIMITER_NAMES, findDelimiter } from '../../../../shared/sheets/delimiter.ts'
import { decodeSheet, ENCODING_NAMES } from '../../../../shared/sheets/encoding.ts'
import { messageOf } from '../../api/http/client.ts'
import { findWarehouse, useWarehouses } from '../../api/registries.ts'
import { besideLines } from '../../fold/field-words.ts'
import {
  firstUnclear,
  MAX_LINES,
  type OrderedLine,
  type ReadLine,
  readAllWith,
  readLines,
  toLines,
} from '../../fold/lines/ordered-lines.ts'
import { withoutRow, withRow } from '../../fold/lines/sheet.ts'
import { type DecimalSign, readingsOf } from '../../fold/parse-decimal.ts'
import { toText } from '../../fold/person-numbers.ts'
import { type Field, type InputProps, required } from '../forms/fields.tsx'
import { parseTyped } from '../inputs/typed-number.ts'
import { WarehouseName } from '../names.tsx'
import { type Column, column } from '../tables/columns.tsx'
import { PlainTable } from '../tables/plain-table.tsx'
import { RowButton } from '../tables/row-buttons.tsx'
import { AddLine } from './add-line.tsx'

type LinesField = Field<OrderedLine[]> & { readonly isRequired: true }

/** What lines have besides an item and units. */
interface Further {
  readonly hasPrice?: boolean
  readonly hasWarehouse?: boolean
}

const readingOf = ({ hasPrice = false, hasWarehouse = false }: Further) => ({
  hasPrice,
  ...(hasWarehouse && { findWarehouse }),
})

const linesField = (further: Further): LinesField =>
  required({
    name: 'at least one line with item and quantity',
    isRequired: true,
    isWide: true,
    parse: (text) => toLines(text, readingOf(further)),
    input: (props) => <LinesInput {...props} {...further} />,
  })

/** The lines of a slip: items and units. */
export const slipLines = linesField({})
/** The lines of an order: each may have a warehouse of its own. */
export const orderedLines = linesField({ hasWarehouse: true })
/** As `orderedLines`, with the price of a unit. */
export const pricedLines = linesField({ hasWarehouse: true, hasPrice: true })

/** Scanned or chosen one by one, pasted from a spreadsheet, or read from a CSV file; the text has them all. */
function LinesInput(props: InputProps & Further) {
  const { value, onChange, error, errors = {}, autoFocus, hasPrice = false, hasWarehouse = false } = props
  const warehouses = useWarehouses()
  // biome-ignore lint/correctness/useExhaustiveDependencies: warehouses are found once they were read
  const rows = useMemo(
    () => readLines(value, readingOf({ hasPrice, hasWarehouse })),
    [value, hasPrice, hasWarehouse, warehouses],
  )
  const refusals = useRefusals(rows, errors)
  const unclear = firstUnclear(rows)
  const [unread, setUnread] = useState<string>()
  const [readAs, setReadAs] = useState<string>()
  const append = (text: string) => onChange(value.trim() === '' ? text : `${value.trimEnd()}\n${text}`)
  const faultOf = (row: ReadLine) => row.fault ?? refusals.get(keyOf(row))
  const plain = `Type or paste from a spreadsheet: item, quantity${hasPrice ? ', price' : ''}.`
  const headed = `With a heading row, columns may be in any order${hasWarehouse ? ' and include a warehouse' : ''}.`
  const columns: readonly Column<ReadLine>[] = [
    column.wide('Item', 'itemID'),
    { title: 'Units', isNumber: true, cell: ({ units }) => asRead(units) },
    ...(hasPrice ? [{ title: 'Price', isNumber: true, cell: ({ price }: ReadLine) => asRead(price) }] : []),
    ...(rows.some(({ warehouse }) => warehouse !== '')
      ? [
          {
            title: 'Warehouse',
            cell: ({ line, warehouse }: ReadLine) => <Own warehouse={line?.warehouse ?? warehouse} />,
          },
        ]
      : []),
    ...(rows.some(faultOf) ? [{ title: 'Problem', cell: (row: ReadLine) => <Fault of={faultOf(row)} /> }] : []),
    {
      title: 'Remove',
      cell: ({ at, itemID, units }) => (
        <RowButton label={`Remove ${units} ${itemID}`} onClick={() => onChange(withoutRow(value, at))}>
          Remove
        </RowButton>
      ),
    },
  ]
  return (
    <>
      <AddLine
        autoFocus={autoFocus}
        hasWarehouse={hasWarehouse && warehouses.length > 1}
        onAdd={(row) => onChange(withRow(value, row))}
      />
      <Textarea
        label="Lines"
        description={`${plain} ${headed}`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error ?? sayFaults(rows.filter(faultOf).length)}
        rows={4}
        spellCheck={false}
        mb="xs"
      />
      <Group gap="sm" mb="sm">
        <FileButton
          accept=".csv,.tsv,.txt,text/csv"
          onChange={async (file) => {
            if (!file) return
            try {
              const { text, said } = await readSheetFile(file)
              append(text)
              setReadAs(said)
              setUnread(undefined)
            } catch (error) {
              setReadAs(undefined)
              setUnread(`Can’t read ${file.name}: ${messageOf(error)}`)
            }
          }}
        >
          {(props) => (
            <Button {...props} size="xs" variant="default">
              Import CSV file
            </Button>
          )}
        </FileButton>
        {readAs !== undefined && (
          <Text size="sm" c="dimmed">
            {readAs}
          </Text>
        )}
        <Fault of={unread} />
        {unclear !== undefined && <Ask of={unclear} onChoose={(sign) => onChange(readAllWith(value, sign))} />}
        {rows.length > MAX_LINES && <Fault of={`At most ${MAX_LINES} lines. You entered ${rows.length}.`} />}
      </Group>
      <PlainTable
        label="Imported lines"
        columns={columns}
        rows={rows.slice(0, MAX_LINES)}
        keyOf={({ at }) => at}
        empty="No lines yet"
        maxHeight={320}
      />
    </>
  )
}

/** What the interface refused, by the row as it was then: a row that is changed has no refusal any more. */
function useRefusals(rows: readonly ReadLine[], errors: InputProps['errors'] = {}): ReadonlyMap<string, string> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those that were refused
  return useMemo(() => {
    const said = [...besideLines(errors)]
    return new Map(said.flatMap(([index, message]) => (rows[index] ? [[keyOf(rows[index]), message]] : [])))
  }, [errors])
}

const sayFaults = (count: number) =>
  count === 0 ? undefined : `${count} ${count === 1 ? 'line needs' : 'lines need'} fixing`

const keyOf = ({ itemID, units, price, warehouse }: ReadLine) => [itemID, units, price, warehouse].join('\t')

/** A number as it is read, or the typed text if it is not a number. */
function asRead(typed: string) {
  const number = parseTyped(typed)
  return <span className="num">{number === undefined ? typed : toText(number)}</span>
}

/** The warehouse of a line as it is read, or what was typed if there is none. */
function Own({ warehouse }: { readonly warehouse: number | string }) {
  if (warehouse === '') return 'Same as order'
  return typeof warehouse === 'number' ? <WarehouseName of={warehouse} /> : warehouse
}

/** What a number means that can be read in two ways; the other such numbers of the lines mean it likewise. */
function Ask({ of: typed, onChoose }: { readonly of: string; readonly onChoose: (sign: DecimalSign) => void }) {
  return (
    <Group gap={6} role="group" aria-label={`What ${typed} means`}>
      <Text size="sm" c="var(--ink-bad)">
        {typed} means
      </Text>
      {signs.map((sign) => (
        <Button key={sign} variant="default" size="compact-sm" className="num" onClick={() => onChoose(sign)}>
          {readingsOf(typed, sign).slice(0, 1).map(toText)}
        </Button>
      ))}
    </Group>
  )
}

const signs: readonly DecimalSign[] = ['.', ',']

function Fault({ of: fault }: { readonly of: string | undefined }) {
  if (fault === undefined) return null
  return (
    <Text size="sm" c="var(--ink-bad)">
      {fault}
    </Text>
  )
}

/** The text of a file that a spreadsheet wrote, and one line that says how it was read; throws `UnreadableSheet`. */
async function readSheetFile(file: File): Promise<{ readonly text: string; readonly said: string }> {
  const { text, encoding } = decodeSheet(new Uint8Array(await file.arrayBuffer()))
  const { delimiter } = findDelimiter(text)
  const said = `Read ${file.name} as ${ENCODING_NAMES[encoding]} with ${DELIMITER_NAMES[delimiter]} between cells.`
  return { text, said }
}
