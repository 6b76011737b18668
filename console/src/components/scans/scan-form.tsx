import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { MAX_SCAN } from '../../../../shared/scan/elements.ts'
import { lengthFault } from '../../fold/field-words.ts'
import { Icon } from '../icons.tsx'
import { CameraButton } from './camera-button.tsx'
import { signalScan, typeSeparator, useScanField } from './scanner.ts'

interface ScanFormProps {
  readonly label: string
  /** Takes what was scanned or typed; says why if it is not what was asked for. */
  readonly take: (code: string, isNewest: () => boolean) => string | undefined | Promise<string | undefined>
}

/** A field for a scanner, which types a code and Enter, and for the camera. */
export function ScanForm({ label, take }: ScanFormProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  // A scanner may be faster than the response about what it has scanned before.
  const scans = useRef(0)
  const scan = async (code: string) => {
    if (code.trim() === '' || lengthFault(code, MAX_SCAN)) return
    setTyped('')
    const own = ++scans.current
    const isNewest = () => own === scans.current
    const why = await take(code, isNewest)
    if (!isNewest()) return
    setRefusal(why)
    signalScan(why === undefined ? 'taken' : 'refused', field.current)
  }
  useScanField((code) => {
    void scan(code)
    return true
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void scan(typed)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" maw={720}>
        <TextInput
          ref={field}
          label={label}
          rightSection={<CameraButton onCode={scan} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => typeSeparator(event, setTyped)}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          error={lengthFault(typed, MAX_SCAN)}
        />
        {refusal !== undefined && (
          <Alert role="alert" color="var(--ink-bad)" variant="outline" icon={<Icon of="warning" />}>
            <Text size="sm">{refusal}</Text>
          </Alert>
        )}
      </Stack>
    </form>
  )
}
