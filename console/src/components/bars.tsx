import { toText } from '../fold/person-numbers.ts'
import classes from './bars.module.css'

interface BarsProps {
  /** Headers of the titles and of the values. */
  readonly heads: readonly [string, string]
  readonly bars: readonly { readonly title: string; readonly value: number }[]
}

/** Beside the longest bar there is room for its number. */
const NUMBER_WIDTH = '16ch'

/** A bar for each value. It is a table: the bars repeat what the numbers say. */
export function Bars({ heads, bars }: BarsProps) {
  const most = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <table className={classes.bars} aria-label={heads.join(', ')}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ title, value }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>
              <span
                className={classes.bar}
                style={{ width: `calc(${Math.max(0, value) / most} * (100% - ${NUMBER_WIDTH}))` }}
              />
              {toText(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
