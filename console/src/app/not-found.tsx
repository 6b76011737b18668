import { Stack, Text, Title } from '@mantine/core'
import { RouteAnchor } from '../components/links.tsx'

export function NotFound() {
  return (
    <Stack gap="xs" p="md">
      <Title order={1}>There is no such page</Title>
      <Text>The address may be mistyped, or the page may have moved.</Text>
      <RouteAnchor to="/">Go to Today</RouteAnchor>
    </Stack>
  )
}
