import type { Summary } from '../statistics.ts'
import { figure } from './table.ts'

export interface Bar {
  readonly label: string
  readonly value: Summary
  readonly isOurs: boolean
}

const WIDTH = 720
const ROW = 30
const LEFT = 210
const RIGHT = 90
const TOP = 44

/** A bar chart with the spread of the rounds, for light and dark pages. */
export function barChart(title: string, unit: string, bars: readonly Bar[]): string {
  const height = TOP + bars.length * ROW + 14
  const most = Math.max(...bars.map(({ value }) => value.max), Number.MIN_VALUE)
  const x = (value: number) => (LEFT + (value / most) * (WIDTH - LEFT - RIGHT)).toFixed(1)
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = TOP + index * ROW
    const middle = y + ROW / 2 - 2
    const width = (Number(x(value.median)) - LEFT).toFixed(1)
    return [
      `<text class="label" x="${LEFT - 10}" y="${middle + 4}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${isOurs ? 'ours' : 'peer'}" x="${LEFT}" y="${y + 3}" width="${width}" height="${ROW - 10}" rx="2"/>`,
      `<path class="spread" d="M${x(value.min)} ${middle}H${x(value.max)}M${x(value.min)} ${middle - 4}v8M${x(value.max)} ${middle - 4}v8"/>`,
      `<text class="value" x="${Number(x(value.max)) + 8}" y="${middle + 4}">${figure(value.median)}</text>`,
    ].join('')
  })
  return svg(height, title, unit, rows)
}

/** A picture with title and unit; text and lines use the colours of the page. */
function svg(height: number, title: string, unit: string, content: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600 } .unit, .value { fill: #57606a }
.ours { fill: #0969da } .peer { fill: #afb8c1 } .spread { stroke: #24292f; fill: none }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .unit, .value { fill: #8d96a0 }
.ours { fill: #4493f8 } .peer { fill: #57606a } .spread { stroke: #e6edf3 }
}
</style>
<text class="title" x="12" y="20">${escaped(title)}</text><text class="unit" x="12" y="37">${escaped(unit)}</text>
${content.join('\n')}
</svg>
`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
