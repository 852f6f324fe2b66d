import type { Metadata } from 'next'
import { Password } from './password'

export const metadata: Metadata = { title: 'Password' }

export default function PasswordPage() {
  return <Password />
}
