'use client'

import { useElementSize } from '@mantine/hooks'
import classes from './downloads-chart.module.css'
import { dayText, shortDayText } from './moment'
import { count, numberText } from './text'

type Day = { day: string; count: number }

const height = 180
const left = 44
const bottom = 22
const top = 8

/** A bar a day. Screen readers get the days with downloads, and finds them all in the table below it. */
export function DownloadsChart({ days }: { days: readonly Day[] }) {
  const { ref, width } = useElementSize()
  const maximum = niceMaximum(Math.max(...days.map((each) => each.count)))
  const step = (width - left) / days.length
  const scale = (height - top - bottom) / maximum
  const labelled = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor((width - left) / 70))))
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={summaryOf(days)}
          width={width}
          height={height}
          className={classes['chart']}
        >
          {[0, maximum / 2, maximum].map((value) => (
            <Line key={value} value={value} width={width} y={height - bottom - value * scale} />
          ))}
          {days.map((each, index) => (
            <rect
              key={each.day}
              x={left + index * step + Math.min(1, step * 0.1)}
              y={height - bottom - each.count * scale}
              width={Math.max(1, step - Math.min(2, step * 0.2))}
              height={each.count * scale}
            >
              <title>{`${dayText(each.day)}: ${count(each.count, 'download')}`}</title>
            </rect>
          ))}
          {days.map((each, index) =>
            (days.length - 1 - index) % labelled === 0 ? (
              <text
                key={each.day}
                x={Math.min(left + (index + 0.5) * step, width - 22)}
                y={height - 6}
                textAnchor="middle"
              >
                {shortDayText(each.day)}
              </text>
            ) : null,
          )}
        </svg>
      )}
      <DayTable days={days} />
    </div>
  )
}

const Line = ({ value, width, y }: { value: number; width: number; y: number }) => (
  <g>
    <line x1={left} x2={width} y1={y} y2={y} />
    <text x={left - 6} y={y} textAnchor="end" dominantBaseline="central">
      {numberText(value)}
    </text>
  </g>
)

/** The same in numbers, opened by who wants them. */
function DayTable({ days }: { days: readonly Day[] }) {
  const some = days.filter((each) => each.count > 0).reverse()
  if (some.length === 0) return null
  return (
    <details className={classes['numbers']}>
      <summary>Show data</summary>
      <table aria-label="Downloads by day">
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Downloads</th>
          </tr>
        </thead>
        <tbody>
          {some.map((each) => (
            <tr key={each.day}>
              <td>{dayText(each.day)}</td>
              <td>{numberText(each.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** The picture in a sentence. */
function summaryOf(days: readonly Day[]): string {
  const total = days.reduce((sum, each) => sum + each.count, 0)
  const [best] = [...days].sort((one, other) => other.count - one.count)
  if (total === 0 || !best) return `No downloads in ${count(days.length, 'day')}.`
  return `${count(total, 'download')} in ${count(days.length, 'day')}, most on ${dayText(best.day)} with ${numberText(best.count)}.`
}

/** The number at the top of an axis: even, at least this much, and easy to read. */
export function niceMaximum(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  const nice = step * power
  return nice % 2 === 0 ? nice : nice + 1
}
