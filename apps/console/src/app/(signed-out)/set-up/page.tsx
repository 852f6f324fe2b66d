import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { paths } from '~/paths'
import { signInOptions } from '~/session/setup'
import { SetUp } from './set-up'

export const metadata: Metadata = { title: 'Set up' }

export default async function SetUpPage() {
  const { setup } = await signInOptions()
  if (!setup.required) redirect(paths.signIn())
  return (
    <>
      <Title order={1} mb="xs">
        Set up
      </Title>
      <SetUp />
    </>
  )
}
