/** The texts of a form's fields for what its address says. */
export const textsOf = <Name extends string>(
  search: Readonly<Partial<Record<Name, string | number | undefined>>>,
): { [One in Name]?: string } => {
  const texts: { [One in Name]?: string } = {}
  for (const name in search) if (search[name] !== undefined) texts[name] = String(search[name])
  return texts
}
