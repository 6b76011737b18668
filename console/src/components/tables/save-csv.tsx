import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { readCsv } from '../../api/http/csv.ts'
import { ErrorNote } from '../error-note.tsx'

interface SaveCsvProps {
  /** Names the file. */
  readonly label: string
  readonly address: string
}

/** Saves the whole list, with its filters, as a file for a spreadsheet. */
export function SaveCsv({ label, address }: SaveCsvProps) {
  const save = useMutation({
    mutationFn: async () => {
      const url = URL.createObjectURL(await readCsv(address))
      const link = document.createElement('a')
      link.href = url
      link.download = `${label.toLowerCase().replaceAll(' ', '-')}.csv`
      link.click()
      URL.revokeObjectURL(url)
    },
  })
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={save.isPending}
        onClick={() => save.mutate()}
        aria-label={`Save as CSV: ${label}`}
      >
        Save as CSV
      </Button>
      {save.error && <ErrorNote error={save.error} />}
    </>
  )
}
