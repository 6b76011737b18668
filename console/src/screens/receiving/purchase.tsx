import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type PurchaseLine, purchase, purchaseLines } from '../../api/orders.ts'
import { useReasonCodes } from '../../api/registries.ts'
import { Due } from '../../parts/due.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Day } from '../../parts/time.tsx'
import { PurchaseLineCard } from './purchase-line-card.tsx'

const route = getRouteApi('/receiving/$poNo')

/** A purchase order to receive against, for a phone first: scan an item, say how many. */
export function Purchase() {
  const { poNo } = route.useParams()
  const order = useQuery(purchase(poNo))
  const lines = useQuery(purchaseLines(poNo))
  // Without signal a line can be received against only if its reasons are here already.
  useReasonCodes()
  const [open, setOpen] = useState<number>()
  return (
    <Screen title={poNo}>
      <Loaded query={order} height={70}>
        {({ vendor, status, expectedDate, orderDate }) => (
          <Facts
            of={[
              ['Vendor', vendor],
              ['Status', status],
              ['Expected', <Due key="expected" at={expectedDate} isOpen={status !== 'Closed'} />],
              ['Ordered', <Day key="ordered" at={orderDate} />],
            ]}
          />
        )}
      </Loaded>
      <Loaded query={lines} height={240}>
        {({ value }) => (
          <>
            <Scan lines={value} onFound={setOpen} />
            <Stack gap="xs" maw={720}>
              {value.map((line) => (
                <PurchaseLineCard
                  key={line.lineNo}
                  poNo={poNo}
                  line={line}
                  isOpen={open === line.lineNo}
                  onToggle={() => setOpen(open === line.lineNo ? undefined : line.lineNo)}
                />
              ))}
            </Stack>
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface ScanProps {
  readonly lines: readonly PurchaseLine[]
  readonly onFound: (lineNo: number) => void
}

/** A scanner types the SKU and Enter: the first open line of that item opens. */
function Scan({ lines, onFound }: ScanProps) {
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState<string>()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const sku = typed.trim().toLowerCase()
    const matching = lines.filter(({ shortID }) => shortID.toLowerCase() === sku)
    const line = matching.find(({ unitsOpen }) => unitsOpen > 0) ?? matching[0]
    setUnknown(line ? undefined : typed)
    setTyped('')
    if (line) onFound(line.lineNo)
  }
  return (
    <form onSubmit={find}>
      <Stack gap="xs" maw={720}>
        <TextInput
          label="Scan or type an item"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoFocus
          autoComplete="off"
          spellCheck={false}
        />
        {unknown !== undefined && (
          <Alert role="alert" color="var(--ink-warn)" variant="outline">
            <Text size="sm">No line of this order is of “{unknown}”.</Text>
          </Alert>
        )}
      </Stack>
    </form>
  )
}
