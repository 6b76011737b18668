/** A table in Markdown; columns of numbers are right-aligned. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const isFigure = (column: number) => rows.every((row) => /^[-–\d]/.test(row[column] ?? ''))
  const rule = header.map((_, column) => (column > 0 && isFigure(column) ? '---:' : '---'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A number with three significant digits. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const ratio = (value: number) => (Number.isFinite(value) ? `${value.toFixed(2)}x` : '–')
