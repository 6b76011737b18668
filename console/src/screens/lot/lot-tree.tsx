import type { Schemas } from '../../api/http/contract.ts'
import { Quantity } from '../../components/figures.tsx'
import { LotState } from '../../components/lot-state.tsx'
import { LotLink } from '../../components/record-links.tsx'
import type { LotNode } from '../../fold/lot-tree.ts'
import classes from './lot-tree.module.css'

type Lot = Schemas['LotDetails']

interface LotTreeProps {
  readonly nodes: readonly LotNode<Lot>[]
  /** The lot of the page. */
  readonly recno: number
}

/** From the receipt down: each lot, where it is, and what was split from it. */
export function LotTree({ nodes, recno }: LotTreeProps) {
  return (
    <ul className={classes.tree}>
      {nodes.map(({ lot, splits }) => (
        <li key={lot.recNo}>
          <span
            className={lot.recNo === recno ? classes.own : classes.lot}
            aria-current={lot.recNo === recno || undefined}
          >
            <LotLink recNo={lot.recNo} />
            <Quantity of={lot.units} />
            <span>
              {lot.warehouse} {lot.spot}
            </span>
            <LotState hold={lot.hold} goodUntil={lot.goodUntil} />
          </span>
          {splits.length > 0 && <LotTree nodes={splits} recno={recno} />}
        </li>
      ))}
    </ul>
  )
}
