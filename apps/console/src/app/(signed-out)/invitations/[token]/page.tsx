import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { findViewer } from '~/session/ask'
import { findInvitation } from '~/session/invitations'
import { signInOptions } from '~/session/setup'
import { callerOf } from '~/session/upstream'
import { InvalidLink } from '../invalid-link'
import { Accept } from './accept'

export const metadata: Metadata = { title: 'Invitation' }

const titles = { ACCOUNT: 'Welcome', PASSWORD: 'Choose a new password' } as const

export default async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const token = decodeURIComponent((await params).token)
  const invitation = await findInvitation(callerOf(await headers()), token)
  const viewer = await findViewer()
  const { setup, singleSignOn } = await signInOptions()
  const state = invitation?.state ?? 'UNKNOWN'
  return (
    <>
      <Title order={1} mb="xs">
        {state === 'GOOD' && invitation?.purpose ? titles[invitation.purpose] : 'Invitation'}
      </Title>
      {state === 'GOOD' ? (
        invitation && (
          <Accept
            token={token}
            invitation={invitation}
            viewer={viewer?.user.username}
            hasPasswords={setup.hasPasswords}
            provider={singleSignOn?.name}
          />
        )
      ) : (
        <InvalidLink reason={state} />
      )}
    </>
  )
}
