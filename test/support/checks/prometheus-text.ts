/** One sample in Prometheus's text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples of a page of metrics; throws on a malformed line. */
export function parsePrometheusText(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, name = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === '') throw new Error(`Malformed line of metrics: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', given = '']) => [label, given])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
}
