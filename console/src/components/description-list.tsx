import type { ReactNode } from 'react'
import classes from './description-list.module.css'

export function DescriptionList({ of: entries }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.list}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
