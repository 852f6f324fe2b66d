'use client'

import { Anchor, Badge, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useMay } from '~/shell/viewer'
import { given } from '~/ui/given'
import { Link } from '~/ui/link'
import { Moment } from '~/ui/moment'
import { Note } from '~/ui/texts'
import { Card } from './card'
import { entriesOf, type Entry } from './entries'
import classes from './overview.module.css'
import { SharingRequestButtons } from './sharing-request-buttons'

const OverviewAttention = graphql(`
  query OverviewAttention($forSite: Boolean!, $forVersions: Boolean!, $forProviders: Boolean!) {
    viewer {
      attention {
        failedUploads(page: { size: 5 }) {
          nodes {
            id
            kind
            organization
            name
            provider
            thingId
            version
            error
            at
          }
          totalCount
        }
        failedVerifications(page: { size: 5 }) @include(if: $forVersions) {
          nodes {
            id
            version
            os
            arch
            problem
            at
          }
          totalCount
        }
        expiringTokens(page: { size: 5 }) {
          nodes {
            id
            description
            expiresAt
          }
          totalCount
        }
        endingInvitations(page: { size: 5 }) {
          nodes {
            id
            email
            invitationExpiresAt
            organization {
              name
            }
          }
          totalCount
        }
        outdatedOrganizations(page: { size: 5 }) {
          nodes {
            id
            name
            workspaces
          }
          totalCount
        }
        feedAlarms(page: { size: 5 }) @include(if: $forVersions) {
          nodes {
            id
            version
            at
            builds {
              os
              arch
            }
          }
          totalCount
        }
        publicProviderAlarms(page: { size: 5 }) @include(if: $forProviders) {
          nodes {
            id
            kind
            providerId
            name
            count
            detail
            at
          }
          totalCount
        }
        sharingRequests(page: { size: 5 }) @include(if: $forSite) {
          nodes {
            id
            organization
            producer
            reason
            askedByName
            createdAt
          }
          totalCount
        }
        unallowedSsoTeams(page: { size: 5 }) @include(if: $forSite) {
          nodes {
            id
            name
            organization
            ssoTeamId
          }
          totalCount
        }
        fullDisks(page: { size: 1 }) @include(if: $forSite) {
          nodes {
            id
            freeBytes
            reserveBytes
          }
          totalCount
        }
        fullOrganizations(page: { size: 5 }) @include(if: $forSite) {
          nodes {
            id
            name
            workspaces
            workspaceLimit
          }
          totalCount
        }
      }
    }
    disabledOrganizations: siteOrganizations(filter: { isDisabled: true }, page: { size: 5 })
      @include(if: $forSite) {
      nodes {
        id
        name
        updatedAt
      }
      totalCount
    }
  }
`)

export function useAttention() {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const forVersions = useMay('ENGINE_VERSIONS_WRITE')
  const forProviders = useMay('PUBLIC_PROVIDERS_READ')
  return useQuery(query(OverviewAttention, { forSite, forVersions, forProviders }))
}

/** What went wrong or is about to; each line leads to where it is mended. */
export function NeedsAttention() {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const forVersions = useMay('ENGINE_VERSIONS_WRITE')
  const forProviders = useMay('PUBLIC_PROVIDERS_READ')
  const { data, error, refetch } = useAttention()
  const { entries, more } = entriesOf(data)
  return (
    <Card title="Needs attention" loading={!data} error={error} retry={refetch}>
      {entries.length === 0 && (
        <Note>
          All clear. Failed uploads, workspaces on deprecated versions, tokens and invitations about to expire
          {forSite &&
            ', requests for sharing, organizations at their limit, teams whose single sign-on group is not allowed'}
          {forProviders && ', altered and wanted public providers'}
          {forVersions && ', failed verifications and changed checksums'} appear here.
        </Note>
      )}
      <ul className={classes['list']}>
        {entries.map((entry) => (
          <EntryLine key={entry.key} entry={entry} />
        ))}
      </ul>
      {more > 0 && <Note>and {more} more</Note>}
    </Card>
  )
}

/** One thing to mend: what it is, what is wrong, and the way there. */
function EntryLine({ entry: { badge, label, path, what, at, request } }: { entry: Entry }) {
  return (
    <li>
      <div>
        <Group gap={8}>
          <Badge color={badge.color}>{badge.text}</Badge>
          <Anchor component={Link} href={path} size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {given(label)}
          </Anchor>
        </Group>
        <Note>
          {at !== undefined && (
            <>
              <Moment at={at} />:{' '}
            </>
          )}
          {given(what)}
        </Note>
        {request && <SharingRequestButtons request={request} />}
      </div>
    </li>
  )
}
