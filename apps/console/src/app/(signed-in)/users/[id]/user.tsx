'use client'

import { Grid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { UserDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { FactList } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { useUserActions } from '../actions'
import { Badges, Email } from '../columns'
import { UserDetail } from './queries'
import { SessionsOf } from './sessions'

/** A user: who it is, where they are signed in, and what can be done. */
export function User({ id, initial }: { id: string; initial: UserDetailQuery }) {
  const router = useRouter()
  const { data } = useQuery({ ...query('users', UserDetail, { id }), initialData: initial })
  const mayWrite = useMay('USERS_WRITE')
  const actionsOf = useUserActions(data.activeAdministrators.totalCount, () => router.push(paths.users()))
  // Deleted a moment ago: the page is about to be left.
  const user = data.user ?? initial.user
  if (!user) return null
  return (
    <>
      <Crumbs trail={[{ label: 'Users', path: paths.users() }]} />
      <PageHeader
        title={user.username}
        beside={<Badges user={user} />}
        actions={mayWrite && <PageActions actions={actionsOf(user)} />}
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <SessionsOf user={user} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Section title="Facts">
            <FactList
              facts={[
                ['E-mail', <Email key="email" {...user} />],
                ['Two-step', <TwoStep key="two-step" since={user.twoFactorEnabledAt} />],
                ['Created', <Moment key="created" at={user.createdAt} />],
                [
                  'Id',
                  <span key="id">
                    {user.id} <Copy text={user.id} what="id" />
                  </span>,
                ],
              ]}
            />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  )
}

const TwoStep = ({ since }: { since: string | null }) =>
  since === null ? (
    'off'
  ) : (
    <>
      on since <Moment at={since} />
    </>
  )
