import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'

interface OpenButtonProps {
  readonly label: string
  readonly hint?: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Stands beside the button. */
  readonly children: ReactNode
}

/** Opens and closes what stands below a row. */
export function OpenButton({ label, hint, isOpen, onToggle, children }: OpenButtonProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={isOpen}
        aria-label={label}
        title={hint}
        onClick={onToggle}
        style={{ transform: isOpen ? undefined : 'rotate(-90deg)' }}
      >
        <Icon of="down" size={16} />
      </ActionIcon>
      {children}
    </Group>
  )
}
