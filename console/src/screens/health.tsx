import { Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FigureSample, isWithoutFault, SAMPLE_EVERY_MS, systemFigures } from '../api/figures.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { Icon } from '../components/icons.tsx'
import { Loaded, Screen, Section } from '../components/screen.tsx'
import { type Column, column } from '../components/tables/columns.tsx'
import { PlainTable } from '../components/tables/plain-table.tsx'
import { Moment, None } from '../components/time.tsx'
import { BehindChart, TimeChart } from '../components/time-chart.tsx'
import { type HealthChart, healthCharts, lastReconciles } from '../fold/health-charts.ts'
import { toText } from '../fold/person-numbers.ts'

/** How busy the system is and what waits, as long as the screen is open. */
export function Health() {
  const query = useQuery(systemFigures)
  return (
    <Screen
      title="Health"
      aside={
        <Text size="xs" c="dimmed">
          Updates every {SAMPLE_EVERY_MS / 1_000} s
        </Text>
      }
    >
      {query.data && query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      <Loaded query={query} height={480}>
        {(samples) => <Figures samples={samples} />}
      </Loaded>
    </Screen>
  )
}

function Figures({ samples }: { readonly samples: readonly FigureSample[] }) {
  const last = samples.at(-1)
  if (!last) return null
  return (
    <>
      <Services sample={last} />
      <Text size="sm" c="dimmed">
        Requests, response times and refusals cover all clients in the last {toText(last.gateway.seconds)} s, at the
        gateway process that responded. Response times are accurate to 20 %.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {healthCharts.map((chart) => (
          <FigureChart key={chart.title} chart={chart} samples={samples} />
        ))}
      </SimpleGrid>
    </>
  )
}

type Service = FigureSample['services'][number]

/** Whether each service works, what waits in it, and what its last reconcile found. */
function Services({ sample }: { readonly sample: FigureSample }) {
  const reconciles = new Map(lastReconciles(sample).map((one) => [one.service, one]))
  const columns: readonly Column<Service>[] = [
    column.text('Service', 'service'),
    { title: 'State', isWide: true, cell: (service) => <State of={service} /> },
    { title: 'Since', cell: ({ since }) => <Moment at={since} /> },
    { title: 'Waiting', cell: ({ figures }) => waitingText(figures) || <None /> },
    {
      title: 'Last reconcile',
      cell: ({ service }) => <Reconciled found={reconciles.get(service)} isCompared={service in COMPARED} />,
    },
  ]
  return (
    <Section title="Services">
      <Summary of={sample.services} />
      <PlainTable
        label="Services"
        columns={columns}
        rows={sample.services}
        keyOf={({ service }) => service}
        empty="No services"
      />
    </Section>
  )
}

/** Whether all services work, and since when. */
function Summary({ of: services }: { readonly of: readonly Service[] }) {
  const faulty = services.filter((service) => !isWithoutFault(service)).length
  const moments = services.flatMap(({ since }) => since ?? [])
  const since = moments.length === services.length ? moments.toSorted().at(-1) : undefined
  return (
    <Group gap="xs">
      <Mark
        isGood={faulty === 0}
        text={faulty === 0 ? 'All services are working' : `${faulty} of ${services.length} services have faults`}
      />
      {faulty === 0 && since !== undefined && (
        <span>
          since <Moment at={since} />
        </span>
      )}
    </Group>
  )
}

/** Services whose books `ctl reconcile` compares. */
const COMPARED = { catalog: true, inventory: true }

function State({ of: service }: { readonly of: Service }) {
  const { ready, reasons } = service
  const isGood = isWithoutFault(service)
  const word = ready ? (isGood ? 'Ready' : 'Ready, with faults') : 'Not ready'
  return <Mark isGood={isGood} text={[word, ...reasons].join(': ')} />
}

function Mark({ isGood, text }: { readonly isGood: boolean; readonly text: string }) {
  return (
    <Group gap={6} wrap="nowrap" c={isGood ? 'var(--ink-good)' : 'var(--ink-bad)'}>
      <Icon of={isGood ? 'check' : 'warning'} size={16} />
      <span title={text}>{text}</span>
    </Group>
  )
}

function waitingText({ outbox_waiting: events, webhook_deliveries_waiting: deliveries }: Service['figures']): string {
  const texts = [
    events !== undefined && `${toText(events)} ${events === 1 ? 'event' : 'events'}`,
    deliveries !== undefined && `${toText(deliveries)} webhook ${deliveries === 1 ? 'delivery' : 'deliveries'}`,
  ]
  return texts.filter(Boolean).join(', ')
}

interface ReconciledProps {
  readonly found: ReturnType<typeof lastReconciles>[number] | undefined
  readonly isCompared: boolean
}

function Reconciled({ found, isCompared }: ReconciledProps) {
  if (!isCompared) return <None />
  if (!found) return <Text size="sm">Never</Text>
  const { differences, at } = found
  const text =
    differences === 0 ? 'No differences' : `${toText(differences)} ${differences === 1 ? 'difference' : 'differences'}`
  return (
    <Group gap="xs" wrap="nowrap">
      <Mark isGood={differences === 0} text={text} />
      <Moment at={at} />
    </Group>
  )
}

interface FigureChartProps {
  readonly chart: HealthChart
  readonly samples: readonly FigureSample[]
}

/** A chart of the samples, with the latest in words and all of them in a table. */
function FigureChart({ chart, samples }: FigureChartProps) {
  const { title, unit, lines } = chart
  const times = useMemo(() => samples.map(({ at }) => at / 1_000), [samples])
  const drawn = useMemo(() => lines.map(({ label, of }) => ({ label, values: samples.map(of) })), [lines, samples])
  const newestFirst = useMemo(() => samples.toReversed(), [samples])
  return (
    <Section title={title}>
      <TimeChart label={`${title} (${unit})`} axis={unit} times={times} lines={drawn} height={200} />
      <BehindChart>
        <PlainTable
          label={`${title} (${unit})`}
          columns={[whenColumn, ...lines.map(toColumn)]}
          rows={newestFirst}
          keyOf={({ at }) => at}
          empty="No figures"
          maxHeight={260}
        />
      </BehindChart>
    </Section>
  )
}

const whenColumn: Column<FigureSample> = {
  title: 'When',
  isWide: true,
  cell: ({ at }) => <Moment at={new Date(at).toISOString()} isToTheSecond />,
}

const toColumn = ({ label, of }: HealthChart['lines'][number]): Column<FigureSample> => ({
  title: label,
  isNumber: true,
  cell: (sample) => <Amount of={of(sample)} />,
})

function Amount({ of: value }: { readonly of: number | null }) {
  return value === null ? <None /> : <span className="num">{toText(value)}</span>
}
