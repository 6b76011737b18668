import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import uPlot from 'uplot'
import { toText } from '../fold/person-numbers.ts'
import { formatMoment, formatTick } from './time.tsx'

export interface ChartLine {
  /** In the legend. */
  readonly label: string
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[]
  /** Draws a mark at each value instead of a line. */
  readonly shape?: keyof typeof SHAPES
}

interface TimeChartProps {
  /** What the chart shows, with its unit. */
  readonly label: string
  /** Label of the y axis, if it is not the same. */
  readonly axis?: string
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  /** At most as many as there are styles. */
  readonly lines: readonly ChartLine[]
  /** The lines stay until the next change. */
  readonly isStepped?: boolean
  readonly height?: number
}

/** Corners of a mark, from its middle. */
const SHAPES = {
  up: [
    [0, -1],
    [1, 1],
    [-1, 1],
  ],
  down: [
    [0, 1],
    [1, -1],
    [-1, -1],
  ],
  square: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
} as const
const MARK_PX = 5
const CROWDED = 60

const drawMarks =
  (shape: keyof typeof SHAPES, colour: string) =>
  ({ ctx, data: [times, ...lines], valToPos }: uPlot, series: number, first: number, last: number): undefined => {
    const size = (times.length > CROWDED ? MARK_PX / 2 : MARK_PX) * devicePixelRatio
    const values = lines[series - 1] ?? []
    ctx.save()
    ctx.fillStyle = colour
    for (let at = first; at <= last; at++) {
      const [time, value] = [times[at], values[at]]
      if (time === undefined || value === undefined || value === null) continue
      const [x, y] = [valToPos(time, 'x', true), valToPos(value, 'y', true)]
      ctx.beginPath()
      for (const [right, down] of SHAPES[shape]) ctx.lineTo(x + right * size, y + down * size)
      ctx.fill()
    }
    ctx.restore()
  }

/** Lines differ in colour, and in dashes or width. */
const PALETTES = {
  light: {
    lines: ['#1d5a8f', '#b3261e', '#8a5200', '#1a6b3a'],
    fill: 'rgb(29 90 143 / 8%)',
    ink: '#56616d',
    grid: '#e8ecf0',
  },
  dark: {
    lines: ['#8db6db', '#ff9d94', '#f0b860', '#7fd0a0'],
    fill: 'rgb(141 182 219 / 12%)',
    ink: '#9fabb7',
    grid: '#262d34',
  },
} as const
const STROKES = [
  { dash: [], inLegend: 'solid', width: 2 },
  { dash: [8, 4], inLegend: 'dashed', width: 2 },
  { dash: [2, 3], inLegend: 'dotted', width: 2 },
  { dash: [], inLegend: 'solid', width: 5 },
] as const
const strokeOf = (line: number) => STROKES[line] ?? STROKES[0]
const FONT = '12px system-ui, sans-serif'
/** A phone is narrower; the chart then has fewer ticks. */
const SMALLEST_PX = 240
/** Between two ticks of time, which are never less than a second apart. */
const TICK_PX = 100
/** So many seconds are shown at least, also of a single point. */
const SHORTEST_S = 10

/** uPlot has no value where the pointer is not over the chart. */
const toFigure = (value: number | null | undefined) => (value === null || value === undefined ? '–' : toText(value))

/** The first and the last second that are shown, for data from `first` to `last`. */
function widen(first: number, last: number): [number, number] {
  const lacking = Math.max(0, SHORTEST_S - (last - first)) / 2
  return [first - lacking, last + lacking]
}

/** Lines over time. A table of the same points belongs beside it. */
export function TimeChart({
  label,
  axis: axisLabel = label,
  times,
  lines,
  isStepped = false,
  height = 220,
}: TimeChartProps) {
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
    const steps = isStepped && uPlot.paths.stepped?.({ align: 1 })
    const style = {
      ...(lines.filter(({ shape }) => !shape).length === 1 && { fill: palette.fill }),
      points: { show: times.length < 40, size: 5 },
      ...(steps && { paths: steps }),
    }
    const chart = new uPlot(
      {
        width,
        height,
        scales: {
          x: {
            range: (_, first: number | null, last: number | null) =>
              // Of a single point uPlot would show years.
              widen(first ?? 0, (times.length === 1 ? first : last) ?? 0),
          },
          y: {
            range: (_, least: number | null, most: number | null) => [
              Math.min(0, least ?? 0),
              Math.max((most ?? 0) * 1.08, 1),
            ],
          },
        },
        axes: [
          {
            ...axis,
            label: 'Time',
            space: (_, __, first, last, px) => Math.max(TICK_PX, px / (last - first)),
            values: (_, at, __, ___, step) => at.map((one) => formatTick(one, step)),
          },
          { ...axis, label: axisLabel, size: 64, values: (_, at) => at.map(toText) },
        ],
        legend: {
          markers: {
            dash: (_, index) => strokeOf(index - 1).inLegend,
            width: (_, index) => strokeOf(index - 1).width,
          },
        },
        series: [
          { label: 'Time', value: (_, at: number | null) => (at === null ? '–' : formatMoment(at)) },
          ...lines.map(({ label: name, shape }, index) => {
            const stroke = palette.lines[index] ?? palette.ink
            const named = { label: name, stroke, value: (_: uPlot, value: number | null) => toFigure(value) }
            if (shape) return { ...named, paths: () => null, points: { show: drawMarks(shape, stroke) } }
            return { ...named, ...style, dash: [...strokeOf(index).dash], width: strokeOf(index).width }
          }),
        ],
      },
      [[...times], ...lines.map(({ values }) => [...values])],
      box.current,
    )
    return () => chart.destroy()
  }, [axisLabel, times, lines, isStepped, height, width, palette])

  return (
    <div ref={frame}>
      <div ref={box} role="img" aria-label={`Chart: ${label} over time. The table below shows the same data.`} />
    </div>
  )
}

/** The table with the figures of a chart, opened on demand. */
export function BehindChart({ children }: { readonly children: ReactNode }) {
  return (
    <details>
      <summary style={{ cursor: 'pointer', fontSize: 13, width: 'fit-content' }}>Show as table</summary>
      <div style={{ marginTop: 8 }}>{children}</div>
    </details>
  )
}
