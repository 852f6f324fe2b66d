'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { EngineVersionRunsQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Plot, type Scale } from '~/ui/charts/plot'
import { ShowData } from '~/ui/charts/show-data'
import { Failure } from '~/ui/feedback/failure'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import classes from './runs.module.css'
import { shortDayText } from '~/ui/moment'

const EngineVersionRuns = graphql(`
  query EngineVersionRuns($id: ID!, $target: String!, $deprecated: Boolean!) {
    engineVersion(id: $id) {
      runs(days: 90) {
        day
        requests
      }
    }
    auditEvents(filter: { target: $target, action: "engine-version" }, page: { size: 50 })
      @include(if: $deprecated) {
      nodes {
        at
        changes {
          name
          after
        }
      }
    }
  }
`)

type Days = NonNullable<EngineVersionRunsQuery['engineVersion']>['runs']

/** Chart of a version's runs by day; for a deprecated one it shows whether that changed since. */
export function Runs({ id, deprecated }: { id: string; deprecated: boolean }) {
  const { data, error, refetch } = useQuery(query(EngineVersionRuns, { id, target: id, deprecated }))
  const days = data?.engineVersion?.runs ?? []
  const event = data?.auditEvents?.nodes.find(({ changes }) =>
    changes.some(({ name, after }) => name === 'deprecated' && after === true),
  )
  return (
    <Section title={deprecated ? 'Does the deprecation work?' : 'How often is it run?'}>
      {error ? (
        <Failure title="The runs could not be loaded" error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton height={209} />
      ) : (
        <Line days={days} deprecatedOn={event?.at.slice(0, 10)} />
      )}
    </Section>
  )
}

type LineProps = { days: Days; deprecatedOn: string | undefined }

function Line({ days, deprecatedOn }: LineProps) {
  const mark = days.findIndex(({ day }) => day === deprecatedOn)
  return (
    <>
      <Note mb="xs">{sentenceOf(days, mark)}</Note>
      <Plot
        days={days.map(({ day }) => day)}
        highest={Math.max(...days.map(({ requests }) => requests))}
        label={sentenceOf(days, mark)}
        readout={(index) => readoutOf(days[index])}
      >
        {(scale) => (
          <>
            <polyline className={classes['line']} points={pointsOf(days, scale)} />
            {mark >= 0 && <Mark scale={scale} index={mark} isLate={mark > days.length / 2} />}
          </>
        )}
      </Plot>
      <ShowData
        label="Requests by day"
        headers={['Day (UTC)', 'Requests']}
        rows={days
          .filter(({ requests }) => requests > 0)
          .map(({ day, requests }) => ({ key: day, cells: [day, requests] }))
          .reverse()}
      />
    </>
  )
}

const pointsOf = (days: Days, { x, y }: Scale): string =>
  days.map(({ requests }, index) => `${x(index + 0.5).toFixed(1)},${y(requests).toFixed(1)}`).join(' ')

/** Line from top to bottom that marks the day of the deprecation, with its label. */
function Mark({ scale: { x, y }, index, isLate }: { scale: Scale; index: number; isLate: boolean }) {
  const at = x(index + 0.5)
  return (
    <g className={classes['mark']}>
      <line x1={at} x2={at} y1={14} y2={y(0)} />
      <text x={isLate ? at - 6 : at + 6} y={26} textAnchor={isLate ? 'end' : 'start'}>
        deprecated
      </text>
    </g>
  )
}

const readoutOf = (of: Days[number] | undefined): string =>
  of === undefined ? '' : `${shortDayText(of.day)}: ${count(of.requests, 'request')}`

/** The picture in a sentence; a deprecation within it is told by what came before and after. */
function sentenceOf(days: Days, mark: number): string {
  const aDay = (part: Days) =>
    numberText(Math.round(part.reduce((sum, { requests }) => sum + requests, 0) / Math.max(1, part.length)))
  const total = days.reduce((sum, { requests }) => sum + requests, 0)
  if (total === 0) return 'No requests to the registry in 90 days.'
  if (mark < 1) return `${count(total, 'request')} to the registry in 90 days.`
  const on = shortDayText(days[mark]?.day ?? '')
  return `Deprecated on ${on}: ${aDay(days.slice(0, mark))} requests a day before, ${aDay(days.slice(mark))} since.`
}
