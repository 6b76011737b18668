import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

interface RowButtonProps {
  /** What it does with this row. */
  readonly label: string
  readonly onClick: () => void
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** What can be done with a row of a table. */
export function RowButton({ label, onClick, isBusy = false, children }: RowButtonProps) {
  return (
    <Button size="compact-xs" variant="default" onClick={onClick} loading={isBusy} aria-label={label}>
      {children}
    </Button>
  )
}
