'use client'

import { Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { PublicProvidersStartQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { useMay } from '~/shell/viewer'
import { NameLink, TextLink } from '~/ui/links'
import { Ago } from '~/ui/moment'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { forAll } from './actions'
import { PublicProvidersStart } from './queries'
import { nameOf } from './words'
import classes from './requested-providers.module.css'

type Provider = PublicProvidersStartQuery['sitePublicProviders']['nodes'][number]

const most = 3

/** Table of public providers that organizations requested and could not have, with buttons to allow them. */
export function RequestedProviders({ initial }: { initial: PublicProvidersStartQuery }) {
  const { data } = useQuery({ ...query(PublicProvidersStart, {}), initialData: () => initial })
  const { nodes, totalCount } = data.sitePublicProviders
  if (nodes.length === 0) return null
  return (
    <Box mb="md">
      <Section
        title="Requested"
        action={
          totalCount > nodes.length && (
            <Text size="sm">
              <TextLink href={paths.sitePublicProviders({ status: 'wanted' })}>
                All {numberText(totalCount)} requested
              </TextLink>
            </Text>
          )
        }
      >
        <ul className={classes['list']}>
          {nodes.map((provider) => (
            <li key={provider.id}>
              <div>
                <NameLink href={paths.sitePublicProvider(provider.id)}>{nameOf(provider)}</NameLink>
                <Requesters provider={provider} />
              </div>
              <Approvals provider={provider} />
            </li>
          ))}
        </ul>
      </Section>
    </Box>
  )
}

/** `acme asked 14 times, last 2 hours ago`, for the last few. */
export function Requesters({ provider: { wanted } }: { provider: Pick<Provider, 'wanted'> }) {
  const shown = wanted.slice(0, most)
  const more = wanted.length - shown.length
  return (
    <Text size="sm" c="dimmed">
      {shown.map(({ organizationId, organization, count: times, lastAt }, index) => (
        <Fragment key={organizationId}>
          {index > 0 && ', '}
          <strong>{organization}</strong> asked {times === 1 ? 'once' : `${numberText(times)} times`},{' '}
          {times > 1 && 'last '}
          <Ago at={lastAt} />
        </Fragment>
      ))}
      {more > 0 && `, and ${count(more, 'more organization')}`}
    </Text>
  )
}

type Wanting = Pick<Provider, 'id' | 'namespace' | 'name' | 'updatedAt' | 'wanted'>

/** Allows it to those who asked, or to all. */
export function Approvals({ provider }: { provider: Wanting }) {
  const ask = useAsk()
  const mayWrite = useMay('PUBLIC_PROVIDERS_WRITE')
  const { id, wanted } = provider
  const name = nameOf(provider)
  const organizations = wanted.map(({ organization }) => organization)
  const whom =
    organizations.length === 1 ? organizations.join('') : count(organizations.length, 'organization')
  if (!mayWrite || organizations.length === 0) return null
  const approve = () =>
    ask({
      change: change('sitePublicProviderApprove', { id, organizations }),
      done: `${whom} may install ${name}.`,
    })
  return (
    <Group gap="xs">
      <Button size="compact-sm" variant="light" onClick={approve} aria-label={`Approve ${name} for ${whom}`}>
        Approve for {whom}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => ask(forAll(provider))}
        aria-label={`Approve ${name} for all`}
      >
        Approve for all
      </Button>
    </Group>
  )
}
