import { Text } from '@mantine/core'
import type { Sources } from '../../../../shared/scan/read-scan.ts'
import { untakenOf } from '../../../../shared/scan/stock-fields.ts'

interface UntakenProps {
  /** The elements of the code that was scanned last. */
  readonly of: Sources | undefined
  readonly fields: readonly string[]
}

/** Names the elements of a code that no field takes, as they are printed on the label. */
export function Untaken({ of: sources = new Map(), fields }: UntakenProps) {
  const untaken = untakenOf(sources, Object.fromEntries(fields.map((field) => [field, true])))
  if (untaken.length === 0) return null
  const shown = untaken.map(([identifier, value]) =>
    identifier === 'addOn' ? `add-on ${value}` : `(${identifier})${value}`,
  )
  return (
    <Text size="sm" role="status">
      Not used from the label: {shown.join(', ')}
    </Text>
  )
}
