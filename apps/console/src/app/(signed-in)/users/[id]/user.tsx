'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { UserDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { BesideFacts } from '~/ui/beside-facts'
import { Crumbs } from '~/ui/crumbs'
import { idFact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { useUserActions } from '../actions'
import { Badges, Email } from '../columns'
import { UserDetail } from './queries'
import { SessionsOf } from './sessions'

/** A user: who it is, where they are signed in, and what can be done. */
export function User({ id, initial }: { id: string; initial: UserDetailQuery }) {
  const router = useRouter()
  const { data } = useQuery({ ...query(UserDetail, { id }), initialData: initial })
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
        tab={`${user.username} · Users`}
        beside={<Badges user={user} />}
        actions={mayWrite && <PageActions actions={actionsOf(user)} />}
      />
      <BesideFacts
        labelWidth="5.5rem"
        facts={[
          ['E-mail', <Email key="email" {...user} />],
          ['Two-step', <TwoStep key="two-step" since={user.twoFactorEnabledAt} />],
          ['Created', <Moment key="created" at={user.createdAt} />],
          idFact(user),
        ]}
      >
        <SessionsOf user={user} />
      </BesideFacts>
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
