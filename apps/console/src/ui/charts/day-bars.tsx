'use client'

import { Fragment } from 'react'
import { count, numberText } from '../text'
import { Plot } from './plot'
import { cutOf } from './scale'
import { shortDayText } from '../moment'

export type DayCount = { day: string; count: number }

type Props = {
  days: readonly DayCount[]
  /** Counted unit, such as `download`. */
  noun: string
  height?: number
  className?: string | undefined
  /** Selected days, for a list that is filtered by them. */
  selected?: { first: string; last: string } | undefined
  /** Takes the first and the last of the days that a pointer is drawn over. */
  onSelect?: (first: string, last: string) => void
}

/** A bar a day. The numbers belong in a `ShowData` below it. */
export function DayBars({ days, noun, height, className, selected, onSelect }: Props) {
  const cut = cutOf(days.map((each) => each.count))
  const select = (first: number, last: number) => onSelect?.(days[first]?.day ?? '', days[last]?.day ?? '')
  return (
    <Plot
      days={days.map(({ day }) => day)}
      highest={cut ?? Math.max(...days.map((each) => each.count))}
      label={summaryOf(days, noun)}
      readout={(index) => textOf(days[index], noun)}
      {...{ className, ...(height !== undefined && { height }) }}
      onSelect={onSelect && select}
    >
      {({ x, y, step }) =>
        days.map((each, index) => {
          const isCut = cut !== undefined && each.count > cut
          // A small count stays visible next to a large one.
          const top = isCut ? 0 : Math.min(y(each.count), y(0) - (each.count > 0 ? 2 : 0))
          const bar = {
            x: x(index) + Math.min(1, step * 0.1),
            width: Math.max(1, step - Math.min(2, step * 0.2)),
            'data-outside':
              (selected && (each.day < selected.first || each.day > selected.last)) || undefined,
          }
          if (!isCut) return <rect key={each.day} {...bar} y={top} height={y(0) - top} />
          // A gap says that the bar goes on.
          return (
            <Fragment key={each.day}>
              <rect {...bar} y={top} height={gap} />
              <rect {...bar} y={gap * 2} height={y(0) - gap * 2} />
            </Fragment>
          )
        })
      }
    </Plot>
  )
}

/** Height of the gap in a bar that is cut, and of what stands above it. */
const gap = 4

const textOf = (of: DayCount | undefined, noun: string): string =>
  of === undefined ? '' : `${shortDayText(of.day)}: ${count(of.count, noun)}`

/** The picture in a sentence. */
function summaryOf(days: readonly DayCount[], noun: string): string {
  const total = days.reduce((sum, each) => sum + each.count, 0)
  const [best] = [...days].sort((one, other) => other.count - one.count)
  if (total === 0 || !best) return `No ${noun}s in ${count(days.length, 'day')}.`
  return `${count(total, noun)} in ${count(days.length, 'day')}, most on ${shortDayText(best.day)} with ${numberText(best.count)}.`
}
