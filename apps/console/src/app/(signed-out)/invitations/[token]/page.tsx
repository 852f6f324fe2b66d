import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { findInvitation } from '../../../../session/invitations'
import { callerOf } from '../../../../session/upstream'
import { LinkNotGood } from '../link-not-good'
import { Accept } from './accept'

export const metadata: Metadata = { title: 'Invitation' }

export default async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const token = decodeURIComponent((await params).token)
  const kind = await findInvitation(callerOf(await headers()), token)
  return (
    <>
      <Title order={1} mb="xs">
        {kind === 'account' ? 'Welcome' : kind === 'password' ? 'Choose a new password' : 'Invitation'}
      </Title>
      {kind === undefined ? <LinkNotGood /> : <Accept token={token} kind={kind} />}
    </>
  )
}
