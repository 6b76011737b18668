import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FigureSample, SAMPLE_EVERY_MS, systemFigures } from '../../api/figures.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Loaded, Screen } from '../../components/screen.tsx'
import { healthCharts } from '../../fold/health-charts.ts'
import { toText } from '../../fold/person-numbers.ts'
import { FigureChart } from './figure-chart.tsx'
import { Services } from './services.tsx'

/** How busy the system is and what waits, as long as the screen is open. */
export function Health() {
  const query = useQuery(systemFigures)
  return (
    <Screen
      title="Health"
      aside={
        <Text size="xs" c="dimmed">
          Looks every {SAMPLE_EVERY_MS / 1_000} s
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
        Requests, response times and refusals are those of the last {toText(last.gateway.seconds)} s at the gateway
        process that answered, of all clients. Response times are exact to a fifth.
      </Text>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {healthCharts.map((chart) => (
          <FigureChart key={chart.title} chart={chart} samples={samples} />
        ))}
      </SimpleGrid>
    </>
  )
}
