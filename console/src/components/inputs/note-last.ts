import type { InputWrapperProps } from '@mantine/core'

/** A note above the field would move it out of its row. */
export const NOTE_LAST: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']
