import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

interface StepChartProps {
  /** What the line shows, with its unit: the label of the y axis and of the legend. */
  readonly label: string
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly height?: number
}

const PALETTES = {
  light: { line: '#1d5a8f', fill: 'rgb(29 90 143 / 8%)', ink: '#56616d', grid: '#e8ecf0' },
  dark: { line: '#8db6db', fill: 'rgb(141 182 219 / 12%)', ink: '#9fabb7', grid: '#262d34' },
} as const
const FONT = '12px system-ui, sans-serif'
/** A phone is narrower; the chart then has fewer ticks. */
const SMALLEST_PX = 240

/** A line that stays until the next change. A table of the same points belongs beside it. */
export function StepChart({ label, times, values, height = 220 }: StepChartProps) {
  const { ref: frame, width } = useElementSize()
  const box = useRef<HTMLDivElement>(null)
  const palette = PALETTES[useComputedColorScheme('light')]

  useEffect(() => {
    if (!box.current || width < SMALLEST_PX) return
    const axis = {
      stroke: palette.ink,
      font: FONT,
      labelFont: FONT,
      grid: { stroke: palette.grid, width: 1 },
      ticks: { stroke: palette.grid, width: 1 },
    }
    const steps = uPlot.paths.stepped?.({ align: 1 })
    const line = {
      label,
      stroke: palette.line,
      width: 2,
      fill: palette.fill,
      points: { show: times.length < 40, size: 5 },
    }
    const chart = new uPlot(
      {
        width,
        height,
        scales: { y: { range: (_, least, most) => [Math.min(0, least), Math.max(most * 1.08, 1)] } },
        axes: [
          { ...axis, label: 'Time' },
          { ...axis, label, size: 64 },
        ],
        series: [{ label: 'Time' }, { ...line, ...(steps && { paths: steps }) }],
      },
      [[...times], [...values]],
      box.current,
    )
    return () => chart.destroy()
  }, [label, times, values, height, width, palette])

  return (
    <div ref={frame}>
      <div ref={box} role="img" aria-label={`Chart: ${label} over time. The table below has the same figures.`} />
    </div>
  )
}
