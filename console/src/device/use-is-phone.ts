import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as small as that of a phone. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
