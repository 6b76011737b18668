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

/** The seven figures of a level, in the order of `available = inStock - onHold - committed - packed`. */
export const levelFigures = [
  { name: 'available', title: 'Available', hint: 'In stock minus on hold, committed and packed' },
  { name: 'inStock', title: 'In stock', hint: 'Physically in the warehouse' },
  { name: 'onHold', title: 'On hold', hint: 'In stock, but on hold' },
  { name: 'committed', title: 'Committed', hint: 'Allocated to shipping orders or reserved' },
  { name: 'packed', title: 'Packed', hint: 'Packed and awaiting shipment' },
  { name: 'onOrder', title: 'On order', hint: 'On open purchase orders' },
  { name: 'aSN', title: 'In transit', hint: 'Shipped to the warehouse (advance ship notice)' },
] as const
