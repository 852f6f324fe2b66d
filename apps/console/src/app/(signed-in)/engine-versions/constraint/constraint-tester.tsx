'use client'

import { Alert, Anchor, Code, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconSearchOff } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { Fragment } from 'react'
import { graphql } from '~/data/generated'
import type { EngineConstraintQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Columns } from '~/ui/columns'
import { Crumbs } from '~/ui/crumbs'
import { Empty } from '~/ui/feedback/empty'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'
import { useDebouncedText } from '~/ui/use-debounced-text'
import { useList } from '~/ui/lists/use-list'
import { Badges } from '../state'
import { columns } from '../columns'
import classes from './constraint.module.css'
import { type Fault, partsOf } from './parts'

/** Columns that fit next to the explanation. */
const shown = columns.filter(({ key }) => key !== 'created')

const label = 'Versions that meet the constraint'

const EngineConstraint = graphql(`
  query EngineConstraint($text: String!, $page: PageInput!) {
    engineConstraint(text: $text) {
      faults {
        from
        to
        message
      }
      chosen {
        id
        version
        ...EngineVersionBadgeFacts
      }
      versions(page: $page) {
        nodes {
          ...EngineVersionRow
        }
      }
    }
  }
`)

/** Says which versions meet a constraint, and which one of them is chosen; the constraint stands in the address. */
export function ConstraintTester() {
  const constraint = (useSearchParams().get('constraint') ?? '').trim()
  const list = useList(EngineConstraint, {
    noun: 'version',
    variables: { text: constraint },
    pick: (data) => data.engineConstraint.versions,
    enabled: constraint !== '',
  })
  const found = constraint === '' ? undefined : list.data?.engineConstraint
  const isStale = list.list.isPlaceholderData
  const faults = isStale ? [] : (found?.faults ?? [])
  const show = (next: string) =>
    window.history.replaceState(null, '', paths.engineConstraint({ constraint: next }))

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader title="Test a constraint" tab="Test a constraint · Engine versions" />
      <Columns first={1.4}>
        <div>
          <Paper>
            <Stack gap="sm" p="md">
              <ConstraintField
                value={constraint}
                error={faults.length > 0 ? faults.map(({ message }) => `${message}.`).join(' ') : undefined}
                onChange={show}
              />
              {faults.length > 0 && <FaultyText text={constraint} faults={faults} />}
              <Verdict found={found} stale={isStale} />
            </Stack>
            {constraint !== '' && faults.length === 0 && (
              <PagedList
                {...list}
                label={label}
                columns={shown}
                expected={5}
                failureTitle="The constraint could not be tested"
                nothing={
                  <Empty icon={IconSearchOff} title="No version meets it">
                    Change the constraint, or add a version that meets it.
                  </Empty>
                }
              />
            )}
          </Paper>
        </div>
        <div>
          <Explanation />
        </div>
      </Columns>
    </>
  )
}

/** The text of a constraint, with what is wrong in it marked. */
const FaultyText = ({ text, faults }: { text: string; faults: readonly Fault[] }) => (
  <Code className={classes['text'] ?? ''}>
    {partsOf(text, faults).map(({ from, part, isWrong }) => (
      <Fragment key={from}>{isWrong ? <mark className={classes['wrong']}>{part}</mark> : part}</Fragment>
    ))}
  </Code>
)

type Props = {
  value: string
  /** Errors of the value, in whole sentences. */
  error: string | undefined
  onChange: (value: string) => void
}

/** A constraint being typed. It is handed on once the typing pauses. */
function ConstraintField({ value, error, onChange }: Props) {
  const [text, change] = useDebouncedText(value, onChange)
  return (
    <TextInput
      label="Constraint"
      description="Comma-separated conditions; all must be met."
      placeholder="~> 1.5, != 1.5.3"
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...plainText}
      maxLength={500}
    />
  )
}

const operators: readonly (readonly [example: string, meaning: string])[] = [
  ['1.5.3', 'Exactly this version; = 1.5.3 says the same'],
  ['!= 1.5.3', 'Any other version'],
  ['>= 1.5, < 1.7', 'A range; also > and <='],
  ['~> 1.5', 'From 1.5.0 up to, but not including, 2.0.0'],
  ['~> 1.5.3', 'From 1.5.3, before 1.6.0'],
  ['1.6.0-rc1', 'A pre-release, met only by its exact number'],
]

/** Explanation of constraints, with examples to try. */
const Explanation = () => (
  <Section title="How a constraint is read">
    <dl className={classes['operators']}>
      {operators.map(([example, meaning]) => (
        <Fragment key={example}>
          <dt>
            <Anchor component={Link} href={paths.engineConstraint({ constraint: example })} underline="hover">
              <Code>{example}</Code>
            </Anchor>
          </dt>
          <dd>{meaning}</dd>
        </Fragment>
      ))}
    </dl>
    <Note mt="sm">
      This is how the engine’s CLI reads it: there is no “or”, and ^ or 1.x mean nothing to it. Of those that
      meet it, the newest enabled one is chosen; one that is beta only by its exact number.
    </Note>
  </Section>
)

type Found = EngineConstraintQuery['engineConstraint']

/** Line that names the chosen version and the number of matching ones. */
function Verdict({ found, stale }: { found: Found | undefined; stale: boolean }) {
  if (!found || found.faults.length > 0) return null
  const { chosen, versions } = found
  const met = `${count(versions.totalCount, 'version')} ${versions.totalCount === 1 ? 'meets' : 'meet'} it`
  return (
    <Alert
      role="status"
      color={chosen ? 'green' : 'orange'}
      icon={chosen ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      aria-busy={stale}
    >
      <Group gap="xs">
        {chosen ? (
          <>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <NameLink href={paths.engineVersion(chosen.id)}>{chosen.version}</NameLink> would be chosen.{' '}
              {met}.
            </Text>
            <Badges version={chosen} />
          </>
        ) : (
          <Text size="sm">
            {versions.totalCount === 0
              ? 'Nothing would be chosen.'
              : `${met}, but none is chosen: all of them are disabled, or beta versions, which need their exact number.`}
          </Text>
        )}
      </Group>
    </Alert>
  )
}
