import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

/** What is scanned is the item of a line. */
export interface Scanned {
  readonly lineNo: number
  readonly shortID: string
}

interface ScanProps<Line> {
  readonly lines: readonly Line[]
  /** Whether something is still to be done with a line. */
  readonly isOpen: (line: Line) => boolean
  readonly onFound: (lineNo: number) => void
}

/** A scanner types the SKU and Enter: the first open line of that item opens. */
export function Scan<Line extends Scanned>(props: ScanProps<Line>) {
  const { lines, isOpen, onFound } = props
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const sku = typed.trim().toLowerCase()
    const matching = lines.filter(({ shortID }) => shortID.toLowerCase() === sku)
    const line = matching.find(isOpen) ?? matching[0]
    setUnknown(line ? undefined : typed)
    setTyped('')
    if (line) onFound(line.lineNo)
  }
  return (
    <form onSubmit={find}>
      <Stack gap="xs" maw={720}>
        <TextInput
          label="Scan or type an item"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        {unknown !== undefined && (
          <Alert role="alert" color="var(--ink-warn)" variant="outline">
            <Text size="sm">No line is of “{unknown}”.</Text>
          </Alert>
        )}
      </Stack>
    </form>
  )
}
