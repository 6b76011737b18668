import type { ExpiryBucket } from '../../fold/expiry-buckets.ts'
import { toText } from '../../parts/figures.tsx'
import classes from './expiry-histogram.module.css'

/** A bar for each bucket. It is a table: the bars repeat what the numbers say. */
export function ExpiryHistogram({ buckets }: { readonly buckets: readonly ExpiryBucket[] }) {
  const most = Math.max(1, ...buckets.map(({ lots }) => lots))
  return (
    <table className={classes.histogram}>
      <thead>
        <tr>
          <th scope="col">Expires in</th>
          <th scope="col">Lots</th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ title, lots }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>
              <span className={classes.bar} style={{ width: `${(lots / most) * 70}%` }} />
              {toText(lots)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
