import { Code, Text } from '@mantine/core'
import type { ModuleListQuery } from '~/data/generated/graphql'
import { moduleMatchWords } from '~/data/module-match-words'
import { paths } from '~/paths'
import { Sparkline } from '~/ui/charts/sparkline'
import type { Column } from '~/ui/data-table'
import { given } from '~/ui/given'
import { NameLink } from '~/ui/links'
import { Ago } from '~/ui/moment'
import { colorOf, numberText } from '~/ui/text'
import { Exact, Small } from '~/ui/texts'
import { addressOf } from './actions'
import { Badges } from './badges'
import classes from './module-row.module.css'

/** With what a search found inside it, where the list is searched. */
export type Row = ModuleListQuery['registryModules']['nodes'][number]

type Sharing = NonNullable<Row['sharing']>

/** What a registry says of a module: what it is for, how much it is used, and how fresh it is. */
export const rowColumnsOf = (organization: string | undefined): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Module',
    width: 7,
    place: 'title',
    cell: (row) => <About module={row} isWithin={organization !== undefined} />,
    text: addressOf,
  },
  {
    key: 'downloads',
    header: 'Downloads',
    width: 2.8,
    align: 'end',
    cell: (row) => <Downloads module={row} />,
    text: ({ downloads }) => downloads,
  },
  {
    key: 'updated',
    header: 'Changed',
    width: 2,
    align: 'end',
    cell: (row) => <Newest module={row} />,
    text: ({ updatedAt }) => updatedAt,
  },
]

type AboutProps = { module: Row; isWithin: boolean }

/** Its name, large, and what it is for; within one organization the name of that goes without saying. */
function About({ module, isWithin }: AboutProps) {
  const { namespace, name, provider, description } = module
  return (
    <div className={classes['about']}>
      <Tile provider={provider} />
      <div>
        <div className={classes['name']}>
          <NameLink href={paths.module(module)}>
            {!isWithin && <span>{namespace}/</span>}
            {name}
            <span>/{provider}</span>
          </NameLink>
          <Badges module={module} quiet />
        </div>
        {description !== null && (
          <Text size="sm" c="dimmed" truncate visibleFrom="sm" title={description}>
            {given(description)}
          </Text>
        )}
        <Reasons module={module} />
      </div>
    </div>
  )
}

/** Why the viewer sees a module, and why a search found it. */
export const Reasons = ({ module: { sharing, matches } }: { module: Row }) => (
  <>
    {sharing && (
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {sharedWith(sharing)}
      </Text>
    )}
    {matches && <Matches matches={matches} />}
  </>
)

/** Those that are seen most have a colour of their own, and the letters that people know them by. */
const known: Readonly<Record<string, readonly [letters: string, color: string]>> = {
  aws: ['aws', 'orange'],
  azuread: ['ad', 'harbor'],
  azurerm: ['az', 'harbor'],
  google: ['gcp', 'green'],
  helm: ['helm', 'cyan'],
  kubernetes: ['k8s', 'violet'],
}

/** The provider in a few letters, in a colour by which the eye finds it again; the name beside it says it too. */
function Tile({ provider }: { provider: string }) {
  const own = Object.hasOwn(known, provider) ? known[provider] : undefined
  const [letters, color] = own ?? [provider.slice(0, 2), colorOf(provider)]
  return (
    <span
      aria-hidden
      className={classes['tile']}
      data-letters={letters}
      style={{
        background: `var(--mantine-color-${color}-light)`,
        color: `var(--mantine-color-${color}-light-color)`,
      }}
    />
  )
}

/** In all, and of late day by day. */
function Downloads({ module: { downloads, recentDownloads = [] } }: { module: Row }) {
  const recent = recentDownloads.reduce((sum, count) => sum + count, 0)
  return (
    <div className={classes['downloads']}>
      {recent > 0 && (
        <Sparkline
          days={recentDownloads.map((count) => ({ count }))}
          what="Downloads"
          className={classes['sparkline']}
        />
      )}
      <div>
        {numberText(downloads)}
        <Text span inherit hiddenFrom="sm">
          {' '}
          {downloads === 1 ? 'download' : 'downloads'}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {numberText(recent)} in 30 days
        </Text>
      </div>
    </div>
  )
}

const Newest = ({ module: { newestVersion, updatedAt } }: { module: Row }) => (
  <div className={classes['newest']}>
    {newestVersion && <Exact>{newestVersion.version}</Exact>}
    <Small>
      <Ago at={updatedAt} />
    </Small>
  </div>
)

/** Why the viewer sees another organization's module; of their own organizations one is named. */
function sharedWith({ withAll, organizations, organizationCount }: Sharing): string {
  const [first] = organizations
  if (withAll || first === undefined) return 'Shared with all organizations'
  return organizationCount === 1
    ? `Shared with ${first}`
    : `Shared with ${first} and ${organizationCount - 1} more`
}

/** What the search found inside the module: `input flow_logs_days`. */
function Matches({ matches }: { matches: NonNullable<Row['matches']> }) {
  if (matches.length === 0) return null
  return (
    <Text size="xs" component="div">
      Matches{' '}
      {matches.map(({ kind, text, path }, index) => (
        <span key={`${kind} ${path} ${text}`}>
          {index > 0 && ', '}
          {moduleMatchWords[kind]} {text !== '' && <Code fz="xs">{text}</Code>}
          {path !== '' && text !== path && (
            <>
              {' '}
              of <Code fz="xs">{path}</Code>
            </>
          )}
        </span>
      ))}
    </Text>
  )
}
