'use client'

import {
  IconDeviceMobileOff,
  IconKey,
  IconLockAccessOff,
  IconMail,
  IconShieldMinus,
  IconShieldPlus,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { UserActionFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/show-outcome'
import { useViewer } from '~/shell/viewer'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import type { Confirmation } from '~/ui/confirmation'
import { openDialog } from '~/ui/dialogs'
import { toastFailure } from '~/ui/toast'
import { AccessSummary, UserAccess } from './access-summary'
import { useUserActs } from './changes'
import { lastAdministratorStays } from './last-administrator'

/** Makes a one-time link to a new password, which no page shows again; an earlier one ends. */
const UserPasswordLinkCreate = graphql(`
  mutation UserPasswordLinkCreate($input: UserActInput!) {
    userPasswordLinkCreate(input: $input) {
      invitationUrl
      mailed
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const UserActionFacts = graphql(`
  fragment UserActionFacts on User {
    id
    username
    email
    isSiteAdmin
    suspendedAt
    twoFactorEnabledAt
  }
`)

type User = UserActionFactsFragment

const yourself = 'This is you: you are signed out at once.'

/** What can be done with a user. `activeAdministrators` says how many there are, as far as it is known. */
export function useUserActions(
  activeAdministrators: number | undefined,
  onDeleted?: () => void,
): (user: User) => Action[] {
  const viewer = useViewer()
  const ask = useQuestions(onDeleted)
  return (user) => {
    const stays = lastAdministratorStays(user, activeAdministrators)
    const isViewer = user.id === viewer.user.id
    return [
      {
        label: 'Reset password…',
        icon: IconKey,
        disabledReason: viewer.hasPasswords ? undefined : 'Password sign-in is disabled on this site',
        run: () => ask.passwordLink(user),
      },
      { label: 'Set address', icon: IconMail, run: () => void askForAddress(user).catch(toastFailure) },
      {
        label: 'Revoke all access',
        icon: IconLockAccessOff,
        run: () => void ask.revokeAccess(user, isViewer).catch(toastFailure),
      },
      ...(user.twoFactorEnabledAt === null
        ? []
        : [
            {
              label: 'Turn off two-step sign-in',
              icon: IconDeviceMobileOff,
              run: () => ask.disableTwoFactor(user),
            },
          ]),
      user.isSiteAdmin
        ? {
            label: 'Remove administrator role',
            icon: IconShieldMinus,
            disabledReason: stays,
            run: () => ask.revokeAdmin(user),
          }
        : { label: 'Make administrator', icon: IconShieldPlus, run: () => ask.grantAdmin(user) },
      user.suspendedAt === null
        ? {
            label: 'Suspend',
            icon: IconUserOff,
            disabledReason: stays,
            run: () => ask.suspend(user, isViewer),
          }
        : { label: 'Unsuspend', icon: IconUserCheck, run: () => ask.unsuspend(user) },
      {
        label: 'Delete',
        icon: IconTrash,
        danger: true,
        disabledReason: stays,
        run: () => ask.remove(user, isViewer),
      },
    ]
  }
}

/** Each question names the user and what follows. */
function useQuestions(onDeleted?: () => void) {
  const acts = useUserActs()
  const remove = useChange('userDelete')
  const link = useChange(UserPasswordLinkCreate)

  const askAndAct = (
    { id }: Pick<User, 'id'>,
    act: keyof typeof acts,
    done: string,
    question: Omit<Confirmation, 'run' | 'askReason'> & { askReason?: true | 'required' },
  ) =>
    confirm({
      askReason: true,
      ...question,
      run: async (reason) => showOutcome(await acts[act].mutateAsync({ id, reason }), done),
    })

  return {
    suspend: (user: User, isViewer: boolean) =>
      askAndAct(user, 'suspend', `${user.username} is suspended.`, {
        title: `Suspend ${user.username}?`,
        children: `Sessions and tokens stop working at once; nothing is deleted. ${isViewer ? yourself : ''}`,
        action: `Suspend ${user.username}`,
        danger: true,
        askReason: 'required',
      }),
    unsuspend: (user: User) =>
      askAndAct(user, 'unsuspend', `${user.username} is no longer suspended.`, {
        title: `Unsuspend ${user.username}?`,
        children: 'The existing password and tokens work again.',
        action: `Let ${user.username} in`,
      }),
    grantAdmin: (user: User) =>
      askAndAct(user, 'grantAdmin', `${user.username} is an administrator.`, {
        title: `Make ${user.username} an administrator?`,
        children: 'An administrator has all rights on this site, over your account too.',
        action: 'Make administrator',
      }),
    disableTwoFactor: (user: User) =>
      askAndAct(user, 'disableTwoFactor', `${user.username} signs in by a password alone.`, {
        title: `Turn off two-step sign-in for ${user.username}?`,
        children: `For a user who has lost the device and the recovery codes. Make sure that it is ${user.username} who asks.`,
        action: 'Turn it off',
        danger: true,
        askReason: 'required',
      }),
    revokeAdmin: (user: User) =>
      askAndAct(user, 'revokeAdmin', `${user.username} is no longer an administrator.`, {
        title: `Remove administrator role from ${user.username}?`,
        children: `${user.username} keeps the account and its rights in organizations.`,
        action: 'Remove role',
        danger: true,
        askReason: 'required',
      }),
    remove: ({ id, username }: User, isViewer: boolean) =>
      confirm({
        title: `Delete ${username}?`,
        children: `Tokens, sessions and memberships are deleted with the account; tokens that ${username} made for teams and organizations stay. This cannot be undone. ${isViewer ? yourself : ''}`,
        action: `Delete ${username}`,
        danger: true,
        askReason: 'required',
        typed: username,
        run: async (reason) =>
          showOutcome(await remove.mutateAsync({ id, reason }), `${username} is deleted.`, onDeleted),
      }),
    revokeAccess: async ({ id, username }: User, isViewer: boolean) => {
      const { user } = await request(UserAccess, { id })
      await askAndAct({ id }, 'revokeTokens', `All access of ${username} is revoked.`, {
        title: `Revoke all access of ${username}?`,
        children: <AccessSummary counts={user?.accessCounts ?? undefined} note={isViewer ? yourself : ''} />,
        action: 'Revoke all access',
        danger: true,
        askReason: 'required',
      })
    },
    passwordLink: ({ id, username }: User) =>
      confirm({
        title: `Make a link for ${username}?`,
        children: `Opening it sets a new password for ${username}. It works once, within seven days; an earlier one ends.`,
        action: 'Create link',
        askReason: true,
        run: async (reason) => {
          const { invitationUrl, mailed, userErrors } = await link.mutateAsync({ id, reason })
          if (invitationUrl !== null) void showLink(username, invitationUrl, mailed === true)
          return userErrors.map(({ message }) => message)
        },
      }),
  }
}

async function askForAddress(user: User): Promise<void> {
  const { SetEmailForm } = await import('./set-email-form')
  await openDialog({
    title: `Set the address of ${user.username}`,
    content: (close) => <SetEmailForm user={user} onDone={close} />,
  })
}

async function showLink(username: string, url: string, mailed: boolean): Promise<void> {
  const { ShownOnce } = await import('~/ui/shown-once')
  await openDialog({
    title: `The link for ${username}`,
    closeOnClickOutside: false,
    content: (close) => (
      <ShownOnce label="Link" value={url} copyLabel="Copy link" onDone={close}>
        It is shown only once.{' '}
        {mailed
          ? `A letter with it is on its way to ${username}.`
          : `It was not mailed: send it to ${username} by a private channel.`}
      </ShownOnce>
    ),
  })
}
