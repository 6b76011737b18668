import { Kbd, Text } from '@mantine/core'
import { Fragment, useEffect, useRef } from 'react'
import { Icon } from '../../components/icons.tsx'
import { LocationName } from '../../components/warehouse-name.tsx'
import type { Choice } from './choices.ts'
import classes from './palette.module.css'

interface ChoiceListProps {
  readonly id: string
  readonly choices: readonly Choice[]
  /** Index of the one that Enter opens. */
  readonly chosen: number
  readonly onChoose: (index: number) => void
  readonly onOpen: (choice: Choice) => void
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** What was found, by groups; its keys are those of the field to which it belongs. */
export function ChoiceList({ id, choices, chosen, onChoose, onOpen }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Found" className={classes.list}>
      {choices.map((choice, index) => (
        <Fragment key={choice.id}>
          {choice.group !== choices[index - 1]?.group && (
            <div role="presentation" className={classes.group}>
              {choice.group}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field */}
          <div
            role="option"
            id={optionId(id, index)}
            data-at={index}
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.choice}
            onClick={() => onOpen(choice)}
            onMouseMove={() => onChoose(index)}
          >
            <Icon of={choice.icon} />
            <Text span size="sm" fw={500} className={classes.name}>
              {choice.name}
            </Text>
            <Text span size="sm" className={classes.about}>
              {choice.about}
              {choice.location && (
                <>
                  {' · '}
                  <LocationName of={choice.location} />
                </>
              )}
            </Text>
            {choice.key && <Kbd className={classes.shortcut}>{choice.key}</Kbd>}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
