'use client'

import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useState } from 'react'
import classes from './plot.module.css'
import { niceMaximum } from './scale'
import { numberText } from '../text'
import { shortDayText } from '../moment'

const left = 44
const bottom = 22
const top = 14

/** Positions in the picture. */
export type Scale = {
  /** The left edge of the n-th day. */
  x: (index: number) => number
  y: (value: number) => number
  /** Width of a day. */
  step: number
}

type Props = {
  /** Days in order, such as `2026-11-03`. */
  days: readonly string[]
  /** The highest value that is drawn. */
  highest: number
  /** The picture in a sentence. */
  label: string
  /** Returns the text of a day under the pointer. */
  readout: (index: number) => string
  height?: number
  className?: string | undefined
  /** Draws between the lines of the axis and what is pointed at. */
  children: (scale: Scale) => ReactNode
  /** Takes the days that a pointer was drawn over, in their order; a click is one day. */
  onSelect?: ((first: number, last: number) => void) | undefined
}

/** A picture over days: an axis from zero, the names of days below, and the day that is pointed at in words. */
export function Plot({ days, highest, label, readout, height = 180, className, children, onSelect }: Props) {
  const { ref, width } = useElementSize()
  const maximum = niceMaximum(highest)
  const step = (width - left) / days.length
  const scale: Scale = {
    x: (index) => left + index * step,
    y: (value) => height - bottom - (value * (height - top - bottom)) / maximum,
    step,
  }
  const { pointed, handlers } = usePointer(days.length, step, onSelect)
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={height}
          className={[classes['plot'], className].filter(Boolean).join(' ')}
          {...handlers}
        >
          {[0, maximum / 2, maximum].map((value) => (
            <AxisLine key={value} value={value} width={width} y={scale.y(value)} />
          ))}
          <DayNames days={days} x={scale.x} width={width} y={height - 6} />
          {children(scale)}
          {pointed && (
            <Pointed
              {...{ scale, width, height, ...pointed }}
              text={pointed.first === pointed.last ? readout(pointed.first) : spanOf(days, pointed)}
            />
          )}
        </svg>
      )}
    </div>
  )
}

type Span = { first: number; last: number }

/** State of the days under the pointer, or dragged over since it was pressed. */
function usePointer(days: number, step: number, onSelect: Props['onSelect']) {
  const [over, setOver] = useState<number>()
  const [start, setStart] = useState<number>()
  const dayAt = (event: PointerEvent<SVGSVGElement>): number => {
    const within = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    return Math.min(days - 1, Math.max(0, Math.floor(within / step)))
  }
  const spanTo = (day: number): Span => ({
    first: Math.min(start ?? day, day),
    last: Math.max(start ?? day, day),
  })
  const forget = () => {
    setOver(undefined)
    setStart(undefined)
  }
  const selecting = onSelect && {
    'data-selects': true,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(dayAt(event))
    },
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => {
      if (start === undefined) return
      const { first, last } = spanTo(dayAt(event))
      forget()
      onSelect(first, last)
    },
    onPointerCancel: forget,
  }
  return {
    pointed: over === undefined || over >= days ? undefined : spanTo(over),
    handlers: {
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => setOver(dayAt(event)),
      onPointerLeave: forget,
      ...selecting,
    },
  }
}

const spanOf = (days: readonly string[], { first, last }: Span): string =>
  `${shortDayText(days[first] ?? '')} – ${shortDayText(days[last] ?? '')}`

const AxisLine = ({ value, width, y }: { value: number; width: number; y: number }) => (
  <g>
    <line x1={left} x2={width} y1={y} y2={y} />
    <text x={left - 6} y={y} textAnchor="end" dominantBaseline="central">
      {numberText(value)}
    </text>
  </g>
)

type DayNamesProps = { days: readonly string[]; x: Scale['x']; width: number; y: number }

/** Names of the days that there is room for, always with the last one. */
function DayNames({ days, x, width, y }: DayNamesProps) {
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor((width - left) / 70))))
  return days.map((day, index) =>
    (days.length - 1 - index) % every === 0 ? (
      <text key={day} x={Math.min(x(index + 0.5), width - 22)} y={y} textAnchor="middle">
        {shortDayText(day)}
      </text>
    ) : null,
  )
}

type PointedProps = Span & { scale: Scale; width: number; height: number; text: string }

/** Shades the days that are pointed at, and says above them what they are. */
function Pointed({ scale: { x, step }, width, height, first, last, text }: PointedProps) {
  const middle = x((first + last + 1) / 2)
  const [place, anchor]: [number, 'start' | 'middle' | 'end'] =
    middle < left + 90 ? [x(first), 'start'] : middle > width - 90 ? [x(last + 1), 'end'] : [middle, 'middle']
  return (
    <g>
      <rect
        className={classes['pointed']}
        x={x(first)}
        y={top}
        width={step * (last - first + 1)}
        height={height - top - bottom}
      />
      <text className={classes['readout']} x={place} y={top - 2} textAnchor={anchor}>
        {text}
      </text>
    </g>
  )
}
