import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { readCode } from '../../api/stock/scanned-items.ts'
import { CameraButton } from '../scans/camera-button.tsx'
import { signalScan } from '../scans/signal-scan.ts'
import { typeSeparator } from '../scans/wedge-keys.ts'

/** What is scanned is the item of a line. */
export interface Scanned {
  readonly lineNo: number
  readonly shortID: string
}

interface ScanProps<Line> {
  readonly lines: readonly Line[]
  /** Whether something is still to be done with a line. */
  readonly isOpen: (line: Line) => boolean
  /** Also gets what the code says of the fields of the line's form. */
  readonly onFound: (lineNo: number, said: Readonly<Record<string, string>>) => void
}

/** A scanner types a SKU, an alias or a code, and Enter: the first open line of that item opens. */
export function Scan<Line extends Scanned>(props: ScanProps<Line>) {
  const { lines, isOpen, onFound } = props
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const lineOf = (name = '') => {
    const matching = lines.filter(({ shortID }) => shortID.toLowerCase() === name.trim().toLowerCase())
    return matching.find(isOpen) ?? matching[0]
  }
  const input = useRef<HTMLInputElement>(null)
  const refuse = (reason: string) => {
    signalScan('refused', input.current)
    setRefusal(reason)
  }
  const find = async (code: string) => {
    if (code.trim() === '') return
    setTyped('')
    const own = lineOf(code)
    const said = own ? { texts: {}, isKnown: true } : await readCode(code)
    if ('refusal' in said) return refuse(said.refusal)
    const line = own ?? lineOf(said.texts.itemID)
    const unknown = said.isKnown ? 'No line is of' : 'Without signal no line is found of'
    if (!line) return refuse(`${unknown} “${said.texts.itemID ?? code}”.`)
    setRefusal(undefined)
    signalScan('taken', input.current)
    onFound(line.lineNo, said.texts)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find(typed)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" maw={720}>
        <TextInput
          ref={input}
          label="Scan or type an item"
          rightSection={<CameraButton onCode={find} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => typeSeparator(event, setTyped)}
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        {refusal !== undefined && (
          <Alert role="alert" color="var(--ink-warn)" variant="outline">
            <Text size="sm">{refusal}</Text>
          </Alert>
        )}
      </Stack>
    </form>
  )
}
