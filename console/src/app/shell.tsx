import { AppShell, Burger, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Mark } from '../components/icons.tsx'
import { useIsPhone } from '../device/use-is-phone.ts'
import { Account } from './account.tsx'
import { Navigation } from './navigation.tsx'
import { OutboxNote } from './outbox-note.tsx'
import { SearchField } from './palette/search-field.tsx'

/** Navigation, account, and the screen of the address. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  // The header of a phone has no space for it.
  const isPhone = useIsPhone()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a small window closes when the screen changes
  useEffect(close, [path])
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'md' }}
    >
      <a className="skip" href="#screen">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Link
              to="/"
              aria-label="Inventory"
              style={{ display: 'flex', alignItems: 'center', gap: 10, color: 'inherit', textDecoration: 'none' }}
            >
              <Mark size={24} />
              <Text fw={600} visibleFrom="xs">
                Inventory
              </Text>
            </Link>
          </Group>
          <SearchField />
          {!isPhone && <OutboxNote />}
          <Account />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" bg="var(--surface)" style={{ overflowY: 'auto' }}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1}>
        {isPhone && <OutboxNote />}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
