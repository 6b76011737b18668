import { Box, Button, Group, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isDayName } from '../../../../shared/day.ts'
import type { Report, ReportQuery } from '../../api/reports.ts'
import type { FieldErrors } from '../../components/forms/fields.tsx'
import { CategoryInput } from '../../components/inputs/category-input.tsx'
import { ItemInput } from '../../components/inputs/item-input.tsx'
import { WarehouseSelect } from '../../components/inputs/registry-selects.tsx'
import { besideField } from '../../fold/field-words.ts'
import { lastMonth } from '../../fold/last-month.ts'
import { titleOf } from '../../fold/title-of.ts'

type Parameter = Report['parameters'][number]

interface ParametersProps {
  readonly of: readonly Parameter[]
  readonly given: ReportQuery
  readonly errors: FieldErrors
  /** Of the report's days, once it is known. */
  readonly timeZone: string | undefined
  readonly onRun: (given: ReportQuery) => void
}

/** The parameters of a report as fields; it is run with them by a button. */
export function Parameters({ of: parameters, given, errors, timeZone, onRun }: ParametersProps) {
  const [values, setValues] = useState(given)
  const run = (chosen: ReportQuery) =>
    onRun(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '')))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run(values)
  }
  const takes = (name: string) => parameters.some((one) => one.name === name)
  const { from, to } = lastMonth(new Date(), timeZone ?? 'UTC')
  const preset = takes('asOf') ? { asOf: to } : takes('from') && takes('to') ? { from, to } : undefined
  return (
    <form onSubmit={submit} noValidate>
      <Group align="end" gap="sm">
        {parameters.map((parameter) => (
          <Box key={parameter.name} w={{ base: '100%', xs: 180 }} title={parameter.description}>
            <ParameterInput
              of={parameter}
              value={String(values[parameter.name] ?? '')}
              error={besideField(parameter.name, errors[parameter.name])}
              onChange={(value) => setValues({ ...values, [parameter.name]: value })}
            />
          </Box>
        ))}
        <Button type="submit">Run</Button>
        {preset && (
          <Button variant="default" disabled={timeZone === undefined} onClick={() => run({ ...values, ...preset })}>
            {'asOf' in preset ? 'End of last month' : 'Last month'}
          </Button>
        )}
      </Group>
    </form>
  )
}

interface InputProps {
  readonly of: Parameter
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string | number | undefined) => void
}

function ParameterInput({ of: { name, kind, choices }, value, error, onChange }: InputProps) {
  const label = titleOf(name)
  if (name === 'wid') {
    const wid = value === '' ? undefined : Number(value)
    return <WarehouseSelect label={label} all="All warehouses" value={wid} error={error} onChange={onChange} />
  }
  if (name === 'itemID') return <ItemInput value={value} onChange={onChange} error={error} isOptional />
  if (name === 'category') return <CategoryInput label={label} value={value} onChange={onChange} error={error} />
  if (choices)
    return (
      <Select
        label={label}
        data={choices}
        value={value || (choices[0] ?? null)}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        allowDeselect={false}
        error={error}
      />
    )
  // The address may name a moment, which a field for days cannot show.
  const isDay = kind === 'day' || (kind === 'moment' && (value === '' || isDayName(value)))
  return (
    <TextInput
      label={label}
      type={isDay ? 'date' : 'text'}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
