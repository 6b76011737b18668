import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../api/access/session-context.ts'
import { Icon } from '../../parts/icons.tsx'
import { destinationsFor } from './destinations.ts'
import classes from './palette.module.css'
import { useShortcuts } from './shortcuts.ts'

/** Read when they are opened first. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

type Open = { readonly what: 'palette'; readonly scanned?: string } | { readonly what: 'shortcuts' }

/** Opens the search, by a click, a key, or a scan; on a phone it is an icon. */
export function SearchField() {
  const session = useSession()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const search = () => setOpen({ what: 'palette' })
  const close = () => setOpen(undefined)
  useShortcuts({
    search,
    scan: (scanned) => setOpen({ what: 'palette', scanned }),
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
        {open?.what === 'palette' && <Palette key={open.scanned} scanned={open.scanned} onClose={close} />}
        {open?.what === 'shortcuts' && <ShortcutList onClose={close} />}
      </Suspense>
    </>
  )
}
