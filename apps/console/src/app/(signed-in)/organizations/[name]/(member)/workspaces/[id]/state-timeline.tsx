import { Box } from '@mantine/core'
import { dayText } from '~/ui/moment'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import classes from './state-timeline.module.css'
import { changeText } from './texts'

type Counts = { added: number; changed: number; removed: number }

export type StateInTime = {
  id: string
  serial: number
  createdAt: string
  resourceCount: number | null
  resourceChanges: Counts | null
}

type Props<State> = { states: readonly State[]; onChoose: (state: State) => void }

/**
 * Chart of a workspace's size: one bar for each state, newest on the right; the list below says the same in
 * words.
 */
export function StateTimeline<State extends StateInTime>({ states, onChoose }: Props<State>) {
  if (states.length < 2) return null
  const most = Math.max(1, ...states.map(({ resourceCount }) => resourceCount ?? 0))
  const mostRemoved = Math.max(0, ...states.map(({ resourceChanges }) => resourceChanges?.removed ?? 0))
  const whole = most + mostRemoved
  return (
    <Section title="How did the resources change?">
      <Box component="ol" className={classes['bars']} __vars={{ '--below': percentOf(mostRemoved, whole) }}>
        {[...states].reverse().map((state) => (
          <li key={state.id}>
            <button
              type="button"
              onClick={() => onChoose(state)}
              title={textOf(state)}
              aria-label={textOf(state)}
            >
              <Bar state={state} whole={whole} />
            </button>
          </li>
        ))}
      </Box>
      <Note>
        Each bar is a state, the newest on the right: its resources, hatched those that it added, and below
        the line those that it removed. Choose one to see what it changed.
      </Note>
    </Section>
  )
}

const percentOf = (number: number, whole: number): string => `${(number / whole) * 100}%`

type BarProps = { state: StateInTime; whole: number }

function Bar({ state: { resourceCount, resourceChanges }, whole }: BarProps) {
  if (resourceCount === null) return <span className={classes['unknown']}>?</span>
  const { added = 0, removed = 0 } = resourceChanges ?? {}
  const isNew = Math.min(added, resourceCount)
  const kept = percentOf(resourceCount - isNew, whole)
  return (
    <>
      <span className={classes['kept']} style={{ height: kept }} />
      {isNew > 0 && (
        <span
          className={classes['added']}
          style={{ bottom: `calc(var(--below) + ${kept})`, height: percentOf(isNew, whole) }}
        />
      )}
      {removed > 0 && <span className={classes['removed']} style={{ height: percentOf(removed, whole) }} />}
    </>
  )
}

/** `State 12, 26 Nov 2026: 14 resources (2 added)`. */
export function textOf({ serial, createdAt, resourceCount, resourceChanges }: StateInTime): string {
  const resources = resourceCount === null ? 'its resources are not known' : count(resourceCount, 'resource')
  const changes = resourceChanges ? ` (${changeText(resourceChanges)})` : ''
  return `State ${numberText(serial)}, ${dayText(createdAt)}: ${resources}${changes}`
}
