import { Code, Text } from '@mantine/core'
import type { ModuleListQuery } from '~/data/generated/graphql'
import { moduleMatchWords } from '~/data/module-match-words'
import { paths } from '~/paths'
import { Sparkline } from '~/ui/charts/sparkline'
import type { Column } from '~/ui/lists/data-table'
import { userText } from '~/ui/user-text'
import { NameLink } from '~/ui/links'
import { Ago } from '~/ui/moment'
import { colorOf, numberText } from '~/ui/text'
import { Exact, Small } from '~/ui/texts'
import { Badges } from './badges'
import classes from './module-row.module.css'

/** Module with its search matches, if the list is searched. */
export type Row = ModuleListQuery['registryModules']['nodes'][number]

type Sharing = NonNullable<Row['sharing']>

/** Returns the columns of a module: its purpose, its use and how recent it is. */
export const rowColumnsOf = (organization: string | undefined): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Module',
    width: 7,
    place: 'title',
    cell: (row) => <About module={row} isWithin={organization !== undefined} />,
  },
  {
    key: 'downloads',
    header: 'Downloads',
    width: 2.8,
    align: 'end',
    cell: (row) => <Downloads module={row} />,
  },
  {
    key: 'updated',
    header: 'Changed',
    width: 2,
    align: 'end',
    cell: (row) => <Newest module={row} />,
  },
]

type AboutProps = { module: Row; isWithin: boolean }

/** Name of the module, large, and its purpose; a list of one organization leaves out that name. */
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
            {userText(description)}
          </Text>
        )}
        <Reasons module={module} />
      </div>
    </div>
  )
}

/** Reasons why the viewer sees a module, and why a search found it. */
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

/** Well-known providers, with their colours and usual letters. */
const known: Readonly<Record<string, readonly [letters: string, color: string]>> = {
  aws: ['aws', 'orange'],
  azuread: ['ad', 'harbor'],
  azurerm: ['az', 'harbor'],
  google: ['gcp', 'green'],
  helm: ['helm', 'cyan'],
  kubernetes: ['k8s', 'violet'],
}

/** Tile with a provider's letters in its colour, easy to spot; the name next to it says it too. */
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

/** Downloads in all, and by day recently. */
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

/** Returns why the viewer sees another organization's module; it names one of the viewer's. */
function sharedWith({ withAll, organizations, organizationCount }: Sharing): string {
  const [first] = organizations
  if (withAll || first === undefined) return 'Shared with all organizations'
  return organizationCount === 1
    ? `Shared with ${first}`
    : `Shared with ${first} and ${organizationCount - 1} more`
}

/** Matches of the search inside the module: `input flow_logs_days`. */
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
