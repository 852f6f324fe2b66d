'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { EngineMigrationQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Plot, type Scale } from '~/ui/charts/plot'
import { ShowData } from '~/ui/charts/show-data'
import { Failure } from '~/ui/feedback/failure'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { clientName } from '../words'
import classes from './migration.module.css'
import { labelPosition } from './label-position'
import { shortDayText } from '~/ui/moment'

const EngineMigration = graphql(`
  query EngineMigration {
    engineRuns(days: 90) {
      engine
      version
      days {
        day
        requests
      }
    }
  }
`)

type History = EngineMigrationQuery['engineRuns'][number]

const nameOf = ({ engine, version }: History): string =>
  engine === null || version === null ? 'All others' : clientName(engine, version)

const height = 220

/** Chart of versions that lose and gain users. Where none are expected, its room is not kept free. */
export function Migration({ hasRuns }: { hasRuns: boolean }) {
  const { data, error, refetch } = useQuery(query(EngineMigration, {}))
  const histories = data?.engineRuns ?? []
  return (
    <Section title="Do people move to newer versions?">
      {error ? (
        <Failure title="The runs could not be loaded" error={error} retry={refetch} />
      ) : !data && hasRuns ? (
        <Skeleton height={height + 76} />
      ) : histories.length === 0 ? (
        <Note>Requests of the last 90 days are drawn here by version.</Note>
      ) : (
        <Areas histories={histories} />
      )}
    </Section>
  )
}

/** One area over the other, those of most requests at the bottom. */
function Areas({ histories: counted }: { histories: readonly History[] }) {
  const histories = counted.map(averaged)
  const days = (histories[0]?.days ?? []).map(({ day }) => day)
  const totals = days.map((_, index) => sumOf(histories, index))
  return (
    <>
      <Note mb="xs">Requests a day by version in the last 90 days, each the average of a week.</Note>
      <Plot
        days={days}
        highest={Math.max(...totals)}
        label={summaryOf(counted)}
        readout={(index) => readoutOf(histories, days, index)}
        height={height}
      >
        {(scale) =>
          histories.map((history, place) => (
            <g key={nameOf(history)}>
              <path
                className={`${classes['area']} ${classes['layer']}`}
                data-layer={layerOf(history, place)}
                d={areaOf(histories, place, scale)}
              />
              <AreaName histories={histories} place={place} scale={scale} />
            </g>
          ))
        }
      </Plot>
      <ul className={classes['legend']} aria-hidden>
        {counted.map((history, place) => (
          <li key={nameOf(history)} className={classes['layer']} data-layer={layerOf(history, place)}>
            {nameOf(history)} <span>{numberText(totalOf(history))}</span>
          </li>
        ))}
      </ul>
      <ShowData
        label="Requests by version and day"
        headers={['Day (UTC)', ...counted.map(nameOf)]}
        rows={days
          .map((day, index) => ({
            key: day,
            cells: [day, ...counted.map((history) => history.days[index]?.requests ?? 0)],
          }))
          .filter((_, index) => (totals[index] ?? 0) > 0)
          .reverse()}
      />
    </>
  )
}

/** Each day with the six before it, so that the ends of weeks do not hide what moves. */
const averaged = ({ days, ...of }: History): History => ({
  ...of,
  days: days.map(({ day }, index) => {
    const week = days.slice(Math.max(0, index - 6), index + 1)
    return { day, requests: week.reduce((sum, { requests }) => sum + requests, 0) / week.length }
  }),
})

const layerOf = ({ version }: History, place: number): string => (version === null ? 'others' : String(place))

const totalOf = ({ days }: History): number => days.reduce((sum, { requests }) => sum + requests, 0)

const sumOf = (histories: readonly History[], index: number): number =>
  histories.reduce((sum, { days }) => sum + (days[index]?.requests ?? 0), 0)

/** Along the top of the area, and back along the top of those below it. */
function areaOf(histories: readonly History[], place: number, { x, y }: Scale): string {
  const pointOf = (below: number, index: number) =>
    `${x(index + 0.5).toFixed(1)},${y(sumOf(histories.slice(0, below), index)).toFixed(1)}`
  const indexes = (histories[place]?.days ?? []).map((_, index) => index)
  const top = indexes.map((index) => pointOf(place + 1, index))
  const bottom = indexes.map((index) => pointOf(place, index)).reverse()
  return `M${[...top, ...bottom].join('L')}Z`
}

type AreaNameProps = { histories: readonly History[]; place: number; scale: Scale }

/** Label at the end of an area that has room for it, for people who cannot tell the colours apart. */
function AreaName({ histories, place, scale: { x, y, step } }: AreaNameProps) {
  const history = histories[place]
  if (!history) return null
  const [bottoms, tops] = [place, place + 1].map((below) =>
    history.days.map((_, index) => y(sumOf(histories.slice(0, below), index))),
  ) as [number[], number[]]
  const middle = labelPosition({ tops, bottoms }, step, nameOf(history))
  return middle === undefined ? null : (
    <text
      className={classes['name']}
      x={x(history.days.length - 1) - 4}
      y={middle}
      textAnchor="end"
      dominantBaseline="central"
    >
      {nameOf(history)}
    </text>
  )
}

/** `3 Nov: 240 requests a day, most of Engine 1.11.4 (60%)`. */
function readoutOf(histories: readonly History[], days: readonly string[], index: number): string {
  const total = sumOf(histories, index)
  const requestsOf = (history: History) => history.days[index]?.requests ?? 0
  const [most] = [...histories].sort((one, other) => requestsOf(other) - requestsOf(one))
  const text = `${shortDayText(days[index] ?? '')}: ${count(Math.round(total), 'request')} a day`
  if (!most || total === 0) return text
  return `${text}, most of ${nameOf(most)} (${Math.round((requestsOf(most) / total) * 100)}%)`
}

/** The picture in a sentence: who leads in the first and in the last thirty days. */
function summaryOf(histories: readonly History[]): string {
  const leaderOf = (from: number, until?: number) => {
    const inPart = (history: History) => totalOf({ ...history, days: history.days.slice(from, until) })
    const [most] = [...histories].sort((one, other) => inPart(other) - inPart(one))
    return most && inPart(most) > 0 ? nameOf(most) : 'none'
  }
  return `Requests by version in 90 days. Most in the first 30 days: ${leaderOf(0, 30)}. Most in the last 30 days: ${leaderOf(-30)}.`
}
