import { Select } from '@mantine/core'

interface StatusSelectProps<Status extends string> {
  readonly statuses: readonly Status[]
  /** Absent: records of every status are shown. */
  readonly value: Status | undefined
  readonly onChange: (status: Status | undefined) => void
}

/** Chooses the records of one of many statuses, or all. */
export function StatusSelect<Status extends string>({ statuses, value, onChange }: StatusSelectProps<Status>) {
  return (
    <Select
      label="Status"
      data={[{ value: '', label: 'All' }, ...statuses.map((one) => ({ value: one, label: one }))]}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(chosen) => onChange(statuses.find((one) => one === chosen))}
      w={{ base: '100%', xs: 160 }}
    />
  )
}
