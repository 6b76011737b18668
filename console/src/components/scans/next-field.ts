/** Puts the cursor into the first empty field after this one, or on the button of the form if none is empty. */
export function focusNextEmpty(from: HTMLElement): void {
  const form = from.closest('form')
  const fields = [...(form?.querySelectorAll('input') ?? [])].filter(
    (one) => !['hidden', 'radio'].includes(one.type) && !one.disabled,
  )
  const after = fields.slice(fields.findIndex((one) => one === from || from.contains(one)) + 1)
  const next = after.find(({ value }) => value === '') ?? form?.querySelector<HTMLElement>('button[type=submit]')
  next?.focus()
}
