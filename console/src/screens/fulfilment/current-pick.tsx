import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { ListedPick } from '../../api/orders/orders.ts'
import { whyNotGoods, whyNotSpot } from '../../fold/picking/picked-code.ts'
import { Facts } from '../../parts/facts.tsx'
import { toText } from '../../parts/figures.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LotLink, ShipmentLink } from '../../parts/record-links.tsx'
import { typeSeparator } from '../../parts/scans/wedge-keys.ts'
import { Day } from '../../parts/time.tsx'
import { FewerForm } from './fewer-form.tsx'

interface CurrentPickProps {
  readonly pick: ListedPick
  readonly onPicked: (units: number, fewer?: string) => void
  /** Absent: nothing else is left. */
  readonly onLeaveOut: (() => void) | undefined
}

/** The pick that comes next: a scan of its spot, then one of the item or the lot, confirms it. */
export function CurrentPick({ pick, onPicked, onLeaveOut }: CurrentPickProps) {
  const { soNo, lineNo, shortID, description, warehouse, warehouseName, spot, recNo, serial, serial2, expires } = pick
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  /** Where the picker is. */
  const [at, setAt] = useState<string>()
  /** The pick of which fewer are there. */
  const [fewerOf, setFewerOf] = useState<ListedPick>()
  const field = useRef<HTMLInputElement>(null)
  const place = `${warehouse} ${spot}`
  const isThere = spot === '' || at === place
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    setTyped('')
    const why = isThere ? whyNotGoods(typed, pick) : whyNotSpot(typed, spot)
    setRefusal(why)
    if (why !== undefined) return
    if (isThere) onPicked(pick.units)
    else setAt(place)
  }
  const end = (act: () => void) => () => {
    setTyped('')
    setRefusal(undefined)
    act()
    field.current?.focus()
  }
  return (
    <Paper withBorder p="md" radius="md" maw={720} component="section" aria-label="Pick now">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {warehouseName}
        </Text>
        <Text fz={32} fw={700} lh={1.1}>
          {spot || 'No spot'}
        </Text>
        <Text fz={24} fw={600} lh={1.2}>
          {toText(pick.units)} × {shortID}
        </Text>
        <Text size="sm">{description}</Text>
        <Facts
          of={[
            ['Lot', <LotLink key="lot" recNo={recNo} />],
            ...(serial ? [['Serial or lot number', serial] as const] : []),
            ...(serial2 ? [['Secondary number', serial2] as const] : []),
            ...(expires ? [['Expires', <Day key="expires" at={expires} />] as const] : []),
            ['Order', <ShipmentLink key="order" soNo={soNo} />],
            ['Line', lineNo],
          ]}
        />
        {fewerOf === pick ? (
          <FewerForm
            most={pick.units}
            onPicked={(units, reason) => onPicked(units, reason)}
            onClose={() => setFewerOf(undefined)}
          />
        ) : (
          <form onSubmit={submit}>
            <Stack gap="xs">
              <TextInput
                ref={field}
                label={isThere ? 'Scan the item or its lot' : 'Scan the spot'}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                onKeyDown={(event) => typeSeparator(event, setTyped)}
                autoFocus
                autoComplete="off"
                spellCheck={false}
                maxLength={512}
              />
              {refusal !== undefined && (
                <Alert role="alert" color="var(--ink-bad)" variant="outline" icon={<Icon of="warning" />}>
                  <Text size="sm">{refusal} Nothing was picked.</Text>
                </Alert>
              )}
              <Group gap="xs">
                <Button onClick={end(() => onPicked(pick.units))}>Confirm without scanning</Button>
                <Button variant="default" onClick={end(() => setFewerOf(pick))}>
                  Fewer…
                </Button>
                {onLeaveOut && (
                  <Button variant="subtle" onClick={end(onLeaveOut)}>
                    Leave out
                  </Button>
                )}
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Paper>
  )
}
