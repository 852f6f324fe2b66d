'use client'

import { List, Stack, Text } from '@mantine/core'
import {
  IconDeviceMobileOff,
  IconKey,
  IconLockAccessOff,
  IconMail,
  IconShieldMinus,
  IconShieldPlus,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { UserAccessQuery, UserActionFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { change } from '~/data/use-change'
import { useAct, useAsk } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import { useViewer } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { openDialog } from '~/ui/dialogs/dialogs'
import { count } from '~/ui/text'
import { toastFailure } from '~/ui/feedback/toast'
import { lastAdministratorStays } from './last-administrator'

export const UserActionFacts = graphql(`
  fragment UserActionFacts on User {
    id
    username
    email
    isSiteAdmin
    suspendedAt
    twoFactorEnabledAt
    emailVerified
    signOn {
      issuer
      isFreed
    }
  }
`)

type User = UserActionFactsFragment

const yourself = 'This is you: you are signed out at once.'

/** Returns the actions on a user. `activeAdministrators` is their number, if it is known. */
export function useUserActions(
  activeAdministrators: number | undefined,
  onDeleted?: () => void,
): (user: User) => Action[] {
  const viewer = useViewer()
  const act = useAct()
  const revokeAccess = useRevokeAccess()
  return (user) => {
    const { id, username } = user
    const disabledReason = lastAdministratorStays(user, activeAdministrators)
    const isViewer = id === viewer.user.id
    return [
      act({
        label: 'Reset password…',
        icon: IconKey,
        disabledReason: viewer.hasPasswords ? undefined : 'Password sign-in is disabled on this site',
        change: change('userPasswordLinkCreate', { id }),
        question: {
          title: `Create a link for ${username}?`,
          body: `Opening it sets a new password for ${username}. It works once, within seven days, and replaces an earlier one.`,
          confirm: 'Create link',
          reason: true,
        },
        done: ({ invitationUrl, mailed }) => void showLink(username, invitationUrl ?? '', mailed === true),
      }),
      { label: 'Set address', icon: IconMail, run: () => void askForAddress(user).catch(toastFailure) },
      {
        label: 'Revoke all access',
        icon: IconLockAccessOff,
        run: () => void revokeAccess(user, isViewer).catch(toastFailure),
      },
      ...(user.twoFactorEnabledAt === null ? [] : [act(disableTwoFactor(user))]),
      ...(user.signOn?.issuer ? [act(freeIdentity(user))] : []),
      act(user.isSiteAdmin ? { ...revokeAdmin(user), disabledReason } : grantAdmin(user)),
      act(user.suspendedAt === null ? { ...suspend(user, isViewer), disabledReason } : unsuspend(user)),
      deletion(act, {
        name: username,
        disabledReason,
        change: change('userDelete', { id }),
        body: `Tokens, sessions and memberships are deleted with the account; tokens that ${username} made for teams and organizations stay. This cannot be undone. ${isViewer ? yourself : ''}`,
        reason: 'required',
        typed: username,
        after: onDeleted,
      }),
    ]
  }
}

/** Says what there is to lose before it asks. */
function useRevokeAccess() {
  const ask = useAsk()
  return async ({ id, username }: User, isViewer: boolean) => {
    const { user } = await request(UserAccess, { id })
    ask({
      change: change('userTokensRevoke', { id }),
      question: {
        title: `Revoke all access of ${username}?`,
        body: <AccessSummary counts={user?.accessCounts ?? undefined} note={isViewer ? yourself : ''} />,
        confirm: 'Revoke all access',
        danger: true,
        reason: 'required',
      },
      done: `All access of ${username} is revoked.`,
    })
  }
}

const disableTwoFactor = ({ id, username }: User) => ({
  label: 'Turn off two-step sign-in',
  icon: IconDeviceMobileOff,
  change: change('userTwoFactorDisable', { id }),
  question: {
    title: `Turn off two-step sign-in for ${username}?`,
    body: `For a user who has lost the device and the recovery codes. Make sure that it is ${username} who asks.`,
    confirm: 'Turn it off',
    danger: true,
    reason: 'required' as const,
  },
  done: `${username} signs in with a password alone.`,
})

const freeIdentity = ({ id, username, email, emailVerified }: User) => ({
  label: 'Unlink identity',
  icon: IconUserShare,
  change: change('userIdentityFree', { id }),
  question: {
    title: `Unlink ${username} from its identity?`,
    body: emailVerified
      ? `Single sign-on no longer leads to this account. The next person who signs in with the verified address ${email} gets it, and its sessions and tokens end then.`
      : `Single sign-on no longer leads to this account. Set its address first: only a sign-in with the verified address of the account gets it.`,
    confirm: 'Unlink identity',
    danger: true,
    reason: 'required' as const,
  },
  done: `${username} is unlinked: the next sign-in with its address gets the account.`,
})

const grantAdmin = ({ id, username }: User) => ({
  label: 'Make administrator',
  icon: IconShieldPlus,
  change: change('userAdminGrant', { id }),
  question: {
    title: `Make ${username} an administrator?`,
    body: 'An administrator has all rights on this site, over your account too.',
    confirm: 'Make administrator',
    reason: true as const,
  },
  done: `${username} is an administrator.`,
})

const revokeAdmin = ({ id, username }: User) => ({
  label: 'Remove administrator role',
  icon: IconShieldMinus,
  change: change('userAdminRevoke', { id }),
  question: {
    title: `Remove administrator role from ${username}?`,
    body: `${username} keeps the account and its rights in organizations.`,
    confirm: 'Remove role',
    danger: true,
    reason: 'required' as const,
  },
  done: `${username} is no longer an administrator.`,
})

const suspend = ({ id, username }: User, isViewer: boolean) => ({
  label: 'Suspend',
  icon: IconUserOff,
  change: change('userSuspend', { id }),
  question: {
    title: `Suspend ${username}?`,
    body: `Sessions and tokens stop working at once; nothing is deleted. ${isViewer ? yourself : ''}`,
    confirm: `Suspend ${username}`,
    danger: true,
    reason: 'required' as const,
  },
  done: `${username} is suspended.`,
})

const unsuspend = ({ id, username }: User) => ({
  label: 'Unsuspend',
  icon: IconUserCheck,
  change: change('userUnsuspend', { id }),
  question: {
    title: `Unsuspend ${username}?`,
    body: 'The existing password and tokens work again.',
    confirm: `Let ${username} in`,
    reason: true as const,
  },
  done: `${username} is no longer suspended.`,
})

async function askForAddress(user: User): Promise<void> {
  const { SetEmailForm } = await import('./set-email-form')
  await openDialog({
    title: `Set the address of ${user.username}`,
    content: (close) => <SetEmailForm user={user} onDone={close} />,
  })
}

async function showLink(username: string, url: string, mailed: boolean): Promise<void> {
  const { ShownOnce } = await import('~/ui/dialogs/shown-once')
  await openDialog({
    title: `The link for ${username}`,
    closeOnClickOutside: false,
    content: (close) => (
      <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={close}>
        It is shown only once.{' '}
        {mailed
          ? `It was mailed to ${username}.`
          : `It was not mailed: send it to ${username} by a private channel.`}
      </ShownOnce>
    ),
  })
}

const UserAccess = graphql(`
  query UserAccess($id: ID!) {
    user(id: $id) {
      accessCounts {
        tokens
        serviceTokens
        sessions
        links
      }
    }
  }
`)

type Counts = NonNullable<NonNullable<UserAccessQuery['user']>['accessCounts']>

/** Numbers of what ends with all access of a user. */
function AccessSummary({ counts, note }: { counts: Counts | undefined; note: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm">This ends at once and cannot be undone:</Text>
      {counts && (
        <List size="sm">
          <List.Item>{count(counts.tokens, 'token')} of the user</List.Item>
          <List.Item>
            {count(counts.serviceTokens, 'token')} of teams and organizations that the user made
          </List.Item>
          <List.Item>{count(counts.sessions, 'session')}</List.Item>
          <List.Item>{count(counts.links, 'open link')}</List.Item>
        </List>
      )}
      <Text size="sm">The account is kept and can sign in again. {note}</Text>
    </Stack>
  )
}
