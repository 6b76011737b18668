import { SegmentedControl } from '@mantine/core'

interface StateFilterProps<State extends string> {
  readonly label: string
  readonly states: readonly State[]
  /** Absent: records of every state are shown. */
  readonly value: State | undefined
  readonly onChange: (state: State | undefined) => void
}

/** Chooses the records of one state, or all. */
export function StateFilter<State extends string>({ label, states, value, onChange }: StateFilterProps<State>) {
  return (
    <SegmentedControl
      aria-label={label}
      data={['All', ...states]}
      value={value ?? 'All'}
      onChange={(chosen) => onChange(states.find((one) => one === chosen))}
      w="fit-content"
      maw="100%"
      style={{ overflowX: 'auto' }}
      autoContrast
    />
  )
}
