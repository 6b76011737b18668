import { Kbd, Modal, Text } from '@mantine/core'
import { useSession } from '../../api/access/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { destinationsFor } from './destinations.ts'

/** Which keys do what. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const screens = destinationsFor(useSession()).flatMap(({ key, label }) => (key ? [[`g ${key}`, label] as const] : []))
  const keys = [
    ['Ctrl K', 'Search, also while a field is in focus'],
    ['/', 'Search'],
    ...screens,
    ['Enter', 'In a form: next field, preview, then do it'],
    ['?', 'These keys'],
  ] as const
  return (
    <Modal opened onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
      <DescriptionList of={keys.map(([key, what]) => [what, <Kbd key={key}>{key}</Kbd>])} />
      <Text size="sm" c="dimmed" mt="sm">
        A scan while no field is in focus goes to the scan field of the page, or opens what it names.
      </Text>
    </Modal>
  )
}
