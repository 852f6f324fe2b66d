'use client'

import { useQuery } from '@tanstack/react-query'
import type { UserDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action'
import { BesideFacts } from '~/ui/beside-facts'
import { Crumbs } from '~/ui/crumbs'
import { idFact } from '~/ui/fact-list'
import { Monogram } from '~/ui/monogram'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { useUserActions } from '../actions'
import { Badges, Email } from '../columns'
import { LastSeen } from '../last-seen'
import { Access } from './access'
import { OrganizationsOf } from './organizations'
import { UserDetail } from './queries'
import { SessionsOf } from './sessions'

/** A user: who it is, the organizations, what access there is, and what was done. */
export function User({ id, initial }: { id: string; initial: UserDetailQuery }) {
  const router = useRouter()
  const { data } = useQuery({ ...query(UserDetail, { id }), initialData: initial })
  const mayWrite = useMay('USERS_WRITE')
  const actionsOf = useUserActions(data.activeAdministrators.totalCount, () => router.push(paths.users()))
  // Deleted a moment ago: the page is about to be left.
  const user = data.user ?? initial.user
  return user ? <Detail user={user} actions={mayWrite ? actionsOf(user) : []} /> : null
}

type Found = NonNullable<UserDetailQuery['user']>

function Detail({ user, actions }: { user: Found; actions: readonly Action[] }) {
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  useVisit({ kind: 'USER', label: user.username, path: paths.user(user.id), hint: user.email ?? '' })
  return (
    <>
      <Crumbs trail={[{ label: 'Users', path: paths.users() }]} />
      <PageHeader
        title={user.username}
        tab={`${user.username} · Users`}
        mark={<Monogram of="person" size="lg" name={user.username} />}
        beside={<Badges user={user} />}
        actions={actions.length > 0 && <PageActions actions={actions} />}
      />
      <BesideFacts
        labelWidth="6.5rem"
        facts={[
          ['E-mail', <Email key="email" {...user} />],
          ['Two-step', <TwoStep key="two-step" since={user.twoFactorEnabledAt} />],
          ['Last sign-in', <LastSeen key="sign-in" at={user.lastSignedInAt} />],
          ['Last active', <LastSeen key="active" at={user.lastActiveAt} />],
          ['Created', <Moment key="created" at={user.createdAt} />],
          idFact(user),
        ]}
      >
        {user.organizations && <OrganizationsOf found={user.organizations} />}
        {user.accessCounts && <Access counts={user.accessCounts} />}
        <SessionsOf user={user} />
      </BesideFacts>
      {mayReadLog && <Activity search={user.id} />}
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
