import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../api/session-context.ts'
import { Icon } from '../components/icons.tsx'
import { takeScan } from '../components/scans/scanner.ts'
import { destinationsFor } from './destinations.ts'
import classes from './palette.module.css'
import { useShortcuts } from './shortcuts.ts'

/** Read when they are opened first. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutList = lazy(async () => ({ default: (await import('./palette.tsx')).ShortcutList }))

interface Search {
  readonly what: 'palette'
  readonly typed: string
  /** How often Enter was pressed before the search had the cursor; a scanner presses it, too. */
  readonly entered: number
}

const BLANK: Search = { what: 'palette', typed: '', entered: 0 }

/** Opens the search, by a click, a key, or a scan; on a phone it is an icon. */
export function SearchField() {
  const session = useSession()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Search | { readonly what: 'shortcuts' }>()
  const search = () => setOpen((before) => (before?.what === 'palette' ? before : BLANK))
  const change = (toNext: (before: Search) => Partial<Search>) =>
    setOpen((before) => (before?.what === 'palette' ? { ...before, ...toNext(before) } : before))
  const close = () => setOpen(undefined)
  useShortcuts({
    search,
    scan: (code) => {
      if (!takeScan(code)) setOpen({ ...BLANK, typed: code, entered: 1 })
    },
    ...(open?.what === 'palette' && {
      opened: {
        type: (edit) => change(({ typed }) => ({ typed: edit(typed) })),
        enter: () => change(({ entered }) => ({ entered: entered + 1 })),
        close,
      },
    }),
    help: () => setOpen({ what: 'shortcuts' }),
    go: (key) => {
      const destination = destinationsFor(session).find((one) => one.key === key)
      if (destination) void navigate({ to: destination.to })
    },
  })
  return (
    <>
      <UnstyledButton onClick={search} className={classes.field} visibleFrom="sm">
        <Icon of="search" size={16} />
        <Text span size="sm" c="dimmed">
          Search or scan
        </Text>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" size="lg" hiddenFrom="sm" onClick={search} aria-label="Search">
        <Icon of="search" />
      </ActionIcon>
      <Suspense>
        {open?.what === 'palette' && (
          <Palette
            typed={open.typed}
            entered={open.entered}
            onType={(typed) => change(() => ({ typed }))}
            onClose={close}
          />
        )}
        {open?.what === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </>
  )
}
