'use client'

import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { ModuleTimelineQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { type ModuleAddress, paths } from '~/paths'
import { shortDayText } from '~/ui/moment'
import { ShowData } from '~/ui/charts/show-data'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import type { FoundModule, ModuleIn } from './queries'
import { mostDrawn, type Place, placesOf } from './version-places'
import classes from './version-timeline.module.css'

const ModuleTimeline = graphql(`
  query ModuleTimeline($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versions(page: { size: 100 }) {
          nodes {
            id
            version
            publishedAt
            downloads
            deprecation {
              status
            }
          }
        }
      }
    }
  }
`)

type Version = ModuleIn<ModuleTimelineQuery>['versions']['nodes'][number]

/**
 * When versions were published, what became of them, and how much of the downloads each has. It is asked for once it is
 * in sight, into the room that is kept for it.
 */
export function VersionTimeline({ module }: { module: FoundModule }) {
  const { ref, inViewport } = useInViewport()
  const { namespace: organization, name, provider } = module
  const { data } = useQuery({
    ...query(ModuleTimeline, { organization, name, provider }),
    enabled: inViewport,
  })
  const versions = data?.registryModuleNamespace?.registryModule?.versions.nodes
  if (module.versions.nodes.filter(({ publishedAt }) => publishedAt !== null).length < 2) return null
  return (
    <Section title="Timeline">
      <div ref={ref} className={classes['room']}>
        {versions ? <Timeline module={module} versions={versions} /> : <Skeleton height="10.5rem" />}
      </div>
    </Section>
  )
}

type TimelineProps = { module: ModuleAddress; versions: readonly Version[] }

function Timeline({ module, versions }: TimelineProps) {
  const [now] = useState(() => new Date())
  const places = placesOf(versions, now)
  const most = Math.max(...places.map(({ share }) => share))
  const published = versions.filter(({ publishedAt }) => publishedAt !== null)
  return (
    <>
      <Legend />
      <div role="group" aria-label={summaryOf(published)} className={classes['line']}>
        {places.map(({ version, left, share, isNamed }) => (
          <Link
            key={version.id}
            href={paths.module(module, { version: version.version })}
            className={classes['version']}
            style={{ insetInlineStart: `${left}%` }}
            title={textOf(version, share)}
            aria-label={textOf(version, share)}
          >
            <span
              className={classes['stem']}
              style={{ height: `${most === 0 ? 0 : (share / most) * 3.5}rem` }}
            />
            <Mark of={fateOf(version)} />
            {isNamed && <span className={classes['name']}>{version.version}</span>}
          </Link>
        ))}
      </div>
      <Ends places={places} all={published.length} />
      <ShowData
        label="Versions"
        headers={['Version', 'Published', 'State', 'Downloads']}
        rows={published.map((version) => ({
          key: version.id,
          cells: [
            version.version,
            version.publishedAt?.slice(0, 10),
            words[fateOf(version)],
            version.downloads,
          ],
        }))}
      />
    </>
  )
}

/** What became of a version. */
type Fate = 'PUBLISHED' | 'DEPRECATED' | 'REVOKED'

const fateOf = ({ deprecation }: Version): Fate => deprecation?.status ?? 'PUBLISHED'

const words = { PUBLISHED: 'Published', DEPRECATED: 'Deprecated', REVOKED: 'Revoked' } as const

/** Each has a shape of its own, so that it is read without colour. */
const Mark = ({ of }: { of: Fate }) => (
  <svg viewBox="0 0 10 10" className={classes['mark']} data-of={of} aria-hidden>
    {of === 'PUBLISHED' && <circle cx={5} cy={5} r={4.5} />}
    {of === 'DEPRECATED' && <path d="M5 1 9.2 9H.8Z" />}
    {of === 'REVOKED' && <path d="M1 1h8v8H1Z" />}
  </svg>
)

const Legend = () => (
  <ul className={classes['legend']}>
    {(Object.keys(words) as Fate[]).map((fate) => (
      <li key={fate}>
        <Mark of={fate} /> {words[fate]}
      </li>
    ))}
    <li>
      <span className={classes['sample']} /> Share of all downloads
    </li>
  </ul>
)

/** When the picture begins and ends, and what it leaves out. */
const Ends = ({ places, all }: { places: readonly Place<Version>[]; all: number }) => (
  <div className={classes['ends']}>
    <span>
      {dateOf(places[0]?.version.publishedAt ?? '')}
      {all > mostDrawn && `, the newest ${mostDrawn} of ${all}`}
    </span>
    <span>Today</span>
  </div>
)

const dateOf = (at: string): string => (at === '' ? '' : `${shortDayText(at)} ${at.slice(0, 4)}`)

const textOf = (version: Version, share: number): string =>
  `${version.version}: ${words[fateOf(version)].toLowerCase()}, ${dateOf(version.publishedAt ?? '')}, ${count(version.downloads, 'download')} (${Math.round(share * 100)} %)`

/** The picture in a sentence. */
function summaryOf(published: readonly Version[]): string {
  const [best] = published.toSorted((one, other) => other.downloads - one.downloads)
  const start = `${count(published.length, 'version')} in the order of time`
  return best && best.downloads > 0
    ? `${start}; ${best.version} has most downloads, ${numberText(best.downloads)}.`
    : `${start}, none of them downloaded.`
}
