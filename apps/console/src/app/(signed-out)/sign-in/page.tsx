import { Alert, Divider, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { paths } from '~/paths'
import { findViewer } from '~/session/ask'
import { safeNextPath } from '~/session/next-path'
import { signInOptions } from '~/session/setup'
import { signOnProblemText } from '~/session/sign-on-problems'
import { SignOnButton } from '../sign-on-button'
import { SignInThere } from './sign-in-there'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next, problem } = await searchParams
  const target = safeNextPath(typeof next === 'string' ? next : undefined)
  if (await findViewer()) redirect(target)
  const { setup, singleSignOn } = await signInOptions()
  // A person whom the provider sent back is told what to do first.
  if (setup.required && problem !== 'NOT_SET_UP') redirect(paths.setUp())
  const problemText = signOnProblemText(problem)
  return (
    <>
      <Title order={1} mb="md">
        Sign in
      </Title>
      {problemText && (
        <Alert color="red" role="alert" title={problemText.title} mb="md">
          {problemText.what}
        </Alert>
      )}
      {singleSignOn && (
        <>
          <SignOnButton name={singleSignOn.name} next={target} />
          {setup.hasPasswords && <Divider label="or with a password" my="md" />}
        </>
      )}
      {setup.hasPasswords && <SignInThere target={target} isSecond={singleSignOn !== null} />}
    </>
  )
}
