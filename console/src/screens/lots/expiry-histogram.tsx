import type { ExpiryBucket } from '../../fold/expiry-buckets.ts'
import classes from './expiry-histogram.module.css'

/** A bar for each bucket. It is a table: the bars repeat what the numbers say. */
export function ExpiryHistogram({ buckets }: { readonly buckets: readonly ExpiryBucket<unknown>[] }) {
  const most = Math.max(1, ...buckets.map(({ lots }) => lots.length))
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
              <span className={classes.bar} style={{ width: `${(lots.length / most) * 70}%` }} />
              {lots.length}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
