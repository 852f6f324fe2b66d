import type { Metadata } from 'next'
import { CliLogin } from './cli-login'
import { loginRequestOf } from './login-request'

export const metadata: Metadata = { title: 'Log in to the CLI' }

export default async function CliLoginPage({ searchParams }: PageProps<'/oauth/authorization'>) {
  return <CliLogin request={loginRequestOf(await searchParams)} />
}
