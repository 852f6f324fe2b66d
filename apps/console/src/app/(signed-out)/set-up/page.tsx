import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { paths } from '~/paths'
import { isSetUpRequired } from '~/session/setup'
import { SetUp } from './set-up'

export const metadata: Metadata = { title: 'Set up' }

export default async function SetUpPage() {
  if (!(await isSetUpRequired())) redirect(paths.signIn())
  return (
    <>
      <Title order={1} mb="xs">
        Set up
      </Title>
      <SetUp />
    </>
  )
}
