import { notFound } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { Password } from './password'

export default async function PasswordPage() {
  if (!(await currentViewer()).hasPasswords) notFound()
  return <Password />
}
