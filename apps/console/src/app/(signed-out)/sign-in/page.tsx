import { Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { paths } from '../../../paths'
import { findViewer } from '../../../session/ask'
import { safeNextPath } from '../../../session/next-path'
import { isSetUpRequired } from '../../../session/setup'
import { SignInThere } from './sign-in-there'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next } = await searchParams
  const target = safeNextPath(typeof next === 'string' ? next : undefined)
  if (await findViewer()) redirect(target)
  if (await isSetUpRequired()) redirect(paths.setUp())
  return (
    <>
      <Title order={1} mb="md">
        Sign in
      </Title>
      <SignInThere target={target} />
    </>
  )
}
