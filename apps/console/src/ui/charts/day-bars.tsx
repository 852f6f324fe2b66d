'use client'

import { count } from '../text'
import { Plot } from './plot'
import { dayName } from './scale'

export type DayCount = { day: string; count: number }

type Props = {
  days: readonly DayCount[]
  /** What is counted, such as `download`. */
  noun: string
  height?: number
  className?: string | undefined
  /** Takes the first and the last of the days that a pointer is drawn over. */
  onSelect?: (first: string, last: string) => void
}

/** A bar a day. The numbers belong in a `ShowData` below it. */
export function DayBars({ days, noun, height, className, onSelect }: Props) {
  const select = (first: number, last: number) => onSelect?.(days[first]?.day ?? '', days[last]?.day ?? '')
  return (
    <Plot
      days={days.map(({ day }) => day)}
      highest={Math.max(...days.map((each) => each.count))}
      label={summaryOf(days, noun)}
      readout={(index) => textOf(days[index], noun)}
      {...{ className, ...(height !== undefined && { height }) }}
      onSelect={onSelect && select}
    >
      {({ x, y, step }) =>
        days.map((each, index) => (
          <rect
            key={each.day}
            x={x(index) + Math.min(1, step * 0.1)}
            y={y(each.count)}
            width={Math.max(1, step - Math.min(2, step * 0.2))}
            height={y(0) - y(each.count)}
          />
        ))
      }
    </Plot>
  )
}

const textOf = (of: DayCount | undefined, noun: string): string =>
  of === undefined ? '' : `${dayName(of.day)}: ${count(of.count, noun)}`

/** The picture in a sentence. */
function summaryOf(days: readonly DayCount[], noun: string): string {
  const total = days.reduce((sum, each) => sum + each.count, 0)
  const [best] = [...days].sort((one, other) => other.count - one.count)
  if (total === 0 || !best) return `No ${noun}s in ${count(days.length, 'day')}.`
  return `${count(total, noun)} in ${count(days.length, 'day')}, most on ${dayName(best.day)} with ${best.count.toLocaleString('en')}.`
}
