import type { ReactNode } from 'react'
import { dayPart } from '../../../../shared/day.ts'
import type { Report, ReportRow } from '../../api/reports.ts'
import { Quantity } from '../../components/figures.tsx'
import { WarehouseName } from '../../components/names.tsx'
import { ItemLink, LotLink } from '../../components/record-links.tsx'
import type { Column } from '../../components/tables/columns.tsx'
import { None } from '../../components/time.tsx'
import { titleOf } from '../../fold/title-of.ts'

/** Fields that name records which the console shows. */
const LINKS: Readonly<Record<string, (value: string | number) => ReactNode>> = {
  shortID: (value) => <ItemLink shortID={String(value)} />,
  recNo: (value) => <LotLink recNo={Number(value)} />,
  wid: (value) => <WarehouseName of={Number(value)} />,
}

/** The columns of a report; an item is named by its ShortID. */
export const toColumns = (columns: Report['columns']): readonly Column<ReportRow>[] =>
  columns
    .filter(({ name }) => name !== 'partNo' || !columns.some((other) => other.name === 'shortID'))
    .map(({ name, kind, description }) => ({
      title: titleOf(name),
      hint: description,
      sort: name,
      isNumber: kind !== 'day' && kind !== 'text' && !(name in LINKS),
      cell: (row) => {
        const value = row[name]
        if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
          return LINKS[name]?.(value) ?? show(value, kind)
        return <None />
      },
    }))

const show = (value: string | number, kind: Report['columns'][number]['kind']) =>
  typeof value === 'number' ? <Quantity of={value} /> : kind === 'day' ? dayPart(value) : value
