import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { TwoFactor } from './two-factor'

export const metadata: Metadata = { title: 'Two-step sign-in' }

export default async function TwoFactorPage() {
  if (!(await currentViewer()).hasPasswords) notFound()
  return <TwoFactor />
}
