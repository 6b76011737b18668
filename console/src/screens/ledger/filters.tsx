import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { entryTypes } from '../../api/http/contract.ts'
import { entryTypeNames, type LedgerFilters } from '../../api/ledger.ts'
import { WarehouseSelect } from '../../components/inputs/registry-selects.tsx'
import { SavedViews } from '../../components/lists/saved-views.tsx'
import { useIsOn } from '../../components/routes.ts'
import { lengthFault } from '../../fold/field-words.ts'

interface FiltersProps {
  readonly values: LedgerFilters
  readonly onChange: (values: LedgerFilters) => void
}

const TYPING_STOPS_MS = 500

export function Filters({ values, onChange }: FiltersProps) {
  /** The one entry to which a link led is no longer what is looked for. */
  const change = (changed: LedgerFilters) => onChange({ ...values, ...changed, transactionNo: undefined })
  const [texts, setTexts] = useState(() => textsOf(values))
  const own = useRef<TextFilters>(values)
  const isOn = useIsOn()
  const settle = useDebouncedCallback((next: typeof texts) => {
    if (!isOn('/ledger')) return
    own.current = filtersOf(next)
    change(own.current)
  }, TYPING_STOPS_MS)
  const { itemID, reference, recno, actor } = values
  // A saved view or the browser's way back brings other texts.
  useEffect(() => {
    const shown = { itemID, reference, recno, actor }
    if (!isSame(shown, own.current)) setTexts(textsOf(shown))
    own.current = shown
  }, [itemID, reference, recno, actor])
  const text = (name: keyof typeof texts, label: string) => (
    <TextInput
      label={label}
      value={texts[name]}
      error={lengthFault(texts[name], 64)}
      w={{ base: '47%', xs: 130 }}
      onChange={(event) => {
        const next = { ...texts, [name]: event.currentTarget.value }
        setTexts(next)
        if (Object.values(next).every((one) => lengthFault(one, 64) === undefined)) settle(next)
      }}
    />
  )
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={values[name] ?? ''}
      w={{ base: '47%', xs: 140 }}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <Group align="end" gap="sm">
      {text('itemID', 'Item')}
      {text('reference', 'Reference')}
      {text('recno', 'Lot')}
      {text('actor', 'Who')}
      {day('from', 'From')}
      {day('to', 'To')}
      <Select
        label="What"
        data={[
          { value: '', label: 'All' },
          ...entryTypes.map((type) => ({ value: type, label: entryTypeNames[type] })),
        ]}
        value={values.type ?? ''}
        onChange={(chosen) => change({ type: entryTypes.find((type) => type === chosen) })}
        allowDeselect={false}
        w={{ base: '47%', xs: 140 }}
      />
      <WarehouseSelect isFilter value={values.wid} all="All warehouses" onChange={(wid) => change({ wid })} />
      {Object.values(values).some((value) => value !== undefined) && (
        <Button variant="subtle" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
      <SavedViews />
    </Group>
  )
}

/** The filters that are typed. */
type TextFilters = Pick<LedgerFilters, 'itemID' | 'reference' | 'recno' | 'actor'>

const textsOf = ({ itemID = '', reference = '', recno, actor = '' }: TextFilters) => ({
  itemID,
  reference,
  actor,
  recno: recno === undefined ? '' : String(recno),
})

const filtersOf = ({ itemID, reference, recno, actor }: ReturnType<typeof textsOf>): TextFilters => ({
  itemID: itemID.trim() || undefined,
  actor: actor.trim() || undefined,
  reference: reference.trim() || undefined,
  recno: /^\d+$/.test(recno) ? Number(recno) : undefined,
})

const isSame = (one: TextFilters, other: TextFilters) =>
  one.itemID === other.itemID &&
  one.reference === other.reference &&
  one.recno === other.recno &&
  one.actor === other.actor
