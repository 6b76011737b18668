import { toText } from '../fold/person-numbers.ts'

/** A quantity with exactly the decimals that the interface sent, in figures of one width. */
export function Quantity({ of: value, unit }: { readonly of: number; readonly unit?: string | undefined }) {
  return (
    <span className="num">
      {toText(value)}
      {unit && <span className="unit"> {unit}</span>}
    </span>
  )
}

/** A difference, always with its sign. */
export function Difference({ of: value }: { readonly of: number }) {
  const colour = value > 0 ? 'var(--ink-good)' : value < 0 ? 'var(--ink-bad)' : undefined
  return (
    <span className="num" style={{ color: colour }}>
      {value > 0 ? `+${toText(value)}` : toText(value)}
    </span>
  )
}
