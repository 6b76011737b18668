import { Title } from '@mantine/core'

export function Today() {
  return <Title order={1}>Today</Title>
}
