import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { messageOf } from '../../api/http/client.ts'
import type { Session } from '../../api/http/session.ts'
import { Icon } from '../../components/icons.tsx'
import { toText } from '../../fold/person-numbers.ts'
import classes from './exception-card.module.css'

export interface Exception {
  /** Whether the person may see it. */
  readonly isShown: (session: Session) => boolean
  readonly to: NonNullable<LinkProps['to']>
  readonly params?: LinkProps['params']
  /** The list then has exactly what is counted. */
  readonly search?: (wid: number | undefined) => NonNullable<LinkProps['search']>
  readonly name: string
  readonly what: string
  readonly read: (wid: number | undefined) => Promise<number>
}

interface InWarehouse {
  /** Absent: in all. */
  readonly wid: number | undefined
}

/** A kind of exception, how many there are, and the way to them. */
export function ExceptionCard({ name, what, read, to, params, search, wid }: Exception & InWarehouse) {
  const { data, error } = useQuery({ queryKey: ['exceptions', name, wid], queryFn: () => read(wid) })
  const isCalm = data === 0
  return (
    <Link
      to={to}
      {...(params !== undefined && { params })}
      {...(search !== undefined && { search: search(wid) })}
      className={classes.card}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </div>
        {data !== undefined ? (
          <span className={isCalm ? classes.calm : classes.count}>
            <Icon of={isCalm ? 'check' : 'warning'} />
            {toText(data)}
          </span>
        ) : error ? null : (
          <Skeleton width={36} height={24} role="status" aria-label="Loading" />
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--ink-bad)" role="alert">
          {messageOf(error)}
        </Text>
      )}
    </Link>
  )
}
