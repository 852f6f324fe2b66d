import { CliLogin } from './cli-login'
import { loginRequestOf } from './login-request'

export default async function CliLoginPage({ searchParams }: PageProps<'/oauth/authorization'>) {
  return <CliLogin request={loginRequestOf(await searchParams)} />
}
