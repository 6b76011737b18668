import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names and values of a record. */
export function Facts({ of: facts }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
