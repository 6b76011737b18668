import { Kbd, Loader, Modal, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { MAX_SCAN } from '../../../shared/scan/elements.ts'
import { type Hit, search } from '../api/search.ts'
import { useSession } from '../api/session-context.ts'
import { lotCount } from '../api/stock.ts'
import { DescriptionList } from '../components/description-list.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { Icon } from '../components/icons.tsx'
import { LocationName } from '../components/names.tsx'
import { typeSeparator } from '../components/scans/scanner.ts'
import { lengthFault } from '../fold/field-words.ts'
import { ASKED, type Choice, inOrder, lotsWith, manyLotsIn, meantBy, ofDestinations, ofHits } from './choices.ts'
import { destinationsFor } from './destinations.ts'
import classes from './palette.module.css'

const TYPING_STOPS_MS = 200

interface PaletteProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** Grows when what is typed is to be opened, if it names one thing. */
  readonly entered: number
  readonly onClose: () => void
}

/** One search over items, lots, documents and screens: arrow keys choose, Enter opens. */
export function Palette({ typed, onType, entered, onClose }: PaletteProps) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const listId = useId()
  const [at, setAt] = useState(0)
  const [settled] = useDebouncedValue(typed.trim(), TYPING_STOPS_MS)
  const wanted = typed.trim()
  const fault = lengthFault(typed, MAX_SCAN)
  const found = useQuery({
    ...search({ text: settled, limit: ASKED }),
    enabled: settled !== '' && wanted !== '' && fault === undefined,
    placeholderData: keepPreviousData,
  })
  const many = manyLotsIn(found.data?.value ?? [])
  const counted = useQuery({ ...lotCount(many ? lotsWith(many) : {}), enabled: many !== undefined })
  const choicesOf = (text: string, hits: readonly Hit[]) =>
    inOrder(ofHits({ hits, text, lotsInAll: counted.data?.totalCount }), ofDestinations(destinationsFor(session), text))
  const choices = choicesOf(wanted, wanted === '' ? [] : (found.data?.value ?? []))
  const chosen = Math.min(at, choices.length - 1)
  const isSettled = settled === wanted && (wanted === '' || (found.data !== undefined && !found.isPlaceholderData))

  const open = ({ way }: Choice) => {
    onClose()
    void navigate(way)
  }
  // Nobody is led to what was typed before, or after the search was closed.
  const latest = useRef<string>(undefined)
  useEffect(() => {
    latest.current = wanted
    return () => {
      latest.current = undefined
    }
  }, [wanted])
  /** A scanner is faster than the list: what was scanned is looked up by itself. What goes wrong is said by the list. */
  const openMeant = async (text: string) => {
    const response = await queries.fetchQuery(search({ text, limit: ASKED })).catch(() => undefined)
    const meant = response && meantBy(choicesOf(text, response.value))
    if (meant && latest.current === text) open(meant)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each Enter
  useEffect(() => {
    if (entered > 0 && wanted !== '' && fault === undefined) void openMeant(wanted)
  }, [entered])
  const type = (text: string) => {
    onType(text)
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typeSeparator(event, type)) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(choices.length - 1, chosen + step)))
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    const choice = choices[chosen]
    if (isSettled && choice) open(choice)
    else if (wanted !== '' && fault === undefined) void openMeant(wanted)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size="lg"
      yOffset="8dvh"
      padding="xs"
      title={null}
      aria-label="Search"
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="Search"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={choices[chosen] && optionId(listId, chosen)}
        placeholder="Search items, lots, orders, spots, codes and screens"
        leftSection={<Icon of="search" size={16} />}
        rightSection={found.isFetching ? <Loader size="xs" aria-label="Searching" /> : undefined}
        autoComplete="off"
        spellCheck={false}
        error={fault}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        mb="xs"
      />
      {found.error && wanted !== '' && <ErrorNote error={found.error} onRetry={() => void found.refetch()} />}
      {isSettled && wanted !== '' && choices.length === 0 && (
        <Text role="status" c="dimmed" p="sm">
          No results for “{wanted}”
        </Text>
      )}
      <ChoiceList id={listId} choices={choices} chosen={chosen} onChoose={setAt} onOpen={open} />
    </Modal>
  )
}

interface ChoiceListProps {
  readonly id: string
  readonly choices: readonly Choice[]
  /** Index of the one that Enter opens. */
  readonly chosen: number
  readonly onChoose: (index: number) => void
  readonly onOpen: (choice: Choice) => void
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** What was found, by groups; its keys are those of the field to which it belongs. */
function ChoiceList({ id, choices, chosen, onChoose, onOpen }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Search results" className={classes.list}>
      {choices.map((choice, index) => (
        <Fragment key={choice.id}>
          {choice.group !== choices[index - 1]?.group && (
            <div role="presentation" className={classes.group}>
              {choice.group}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field */}
          <div
            role="option"
            id={optionId(id, index)}
            data-at={index}
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.choice}
            onClick={() => onOpen(choice)}
            onMouseMove={() => onChoose(index)}
          >
            <Icon of={choice.icon} />
            <Text span size="sm" fw={500} className={classes.name}>
              {choice.name}
            </Text>
            <Text span size="sm" className={classes.about}>
              {choice.about}
              {choice.location && (
                <>
                  {' · '}
                  <LocationName of={choice.location} />
                </>
              )}
            </Text>
            {choice.key && <Kbd className={classes.shortcut}>{choice.key}</Kbd>}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const screens = destinationsFor(useSession()).flatMap(({ key, label }) => (key ? [[`g ${key}`, label] as const] : []))
  const keys = [
    ['Ctrl K', 'Search, even from a field'],
    ['/', 'Search'],
    ...screens,
    ['Enter', 'In a form: next field, then preview, then submit'],
    ['?', 'Keyboard shortcuts'],
  ] as const
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DescriptionList of={keys.map(([key, what]) => [what, <Kbd key={key}>{key}</Kbd>])} />
      <Text size="sm" c="dimmed" mt="sm">
        When no field is in focus, a scan goes to the page’s scan field or opens the record it names.
      </Text>
    </Modal>
  )
}
