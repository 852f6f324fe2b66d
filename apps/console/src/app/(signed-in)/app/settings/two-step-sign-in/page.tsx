import { notFound } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { TwoFactor } from './two-factor'

export default async function TwoFactorPage() {
  if (!(await currentViewer()).hasPasswords) notFound()
  return <TwoFactor />
}
