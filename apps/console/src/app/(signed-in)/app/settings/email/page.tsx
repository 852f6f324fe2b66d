import type { Metadata } from 'next'
import { Email } from './email'

export const metadata: Metadata = { title: 'E-mail address' }

export default function EmailPage() {
  return <Email />
}
