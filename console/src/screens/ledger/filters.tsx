import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { entryTypes } from '../../api/names/entry-types.ts'
import type { LedgerFilters } from '../../api/stock/ledger.ts'
import { WarehouseSelect } from '../../parts/forms/warehouse-select.tsx'

interface FiltersProps {
  readonly values: LedgerFilters
  readonly onChange: (values: LedgerFilters) => void
}

const TYPING_STOPS_MS = 500

export function Filters({ values, onChange }: FiltersProps) {
  const [texts, setTexts] = useState(() => textsOf(values))
  const settle = useDebouncedCallback((next: typeof texts) => {
    const recno = /^\d+$/.test(next.recno) ? Number(next.recno) : undefined
    onChange({
      ...values,
      itemID: next.itemID.trim() || undefined,
      reference: next.reference.trim() || undefined,
      recno,
    })
  }, TYPING_STOPS_MS)
  const text = (name: keyof typeof texts, label: string) => (
    <TextInput
      label={label}
      value={texts[name]}
      maxLength={64}
      w={{ base: '47%', xs: 150 }}
      onChange={(event) => {
        const next = { ...texts, [name]: event.currentTarget.value }
        setTexts(next)
        settle(next)
      }}
    />
  )
  return (
    <Group align="end" gap="sm">
      {text('itemID', 'Item')}
      {text('reference', 'Reference')}
      {text('recno', 'Lot')}
      <Select
        label="What"
        data={[{ value: '', label: 'Everything' }, ...entryTypes.map((type) => ({ value: type, label: type }))]}
        value={values.type ?? ''}
        onChange={(chosen) => onChange({ ...values, type: entryTypes.find((type) => type === chosen) })}
        allowDeselect={false}
        w={{ base: '47%', xs: 140 }}
      />
      <WarehouseSelect
        isFilter
        value={values.wid}
        all="All warehouses"
        onChange={(wid) => onChange({ ...values, wid })}
      />
      {Object.values(values).some((value) => value !== undefined) && (
        <Button
          variant="subtle"
          onClick={() => {
            setTexts(textsOf({}))
            onChange({})
          }}
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

const textsOf = ({ itemID = '', reference = '', recno }: LedgerFilters) => ({
  itemID,
  reference,
  recno: recno === undefined ? '' : String(recno),
})
