import type { Metadata } from 'next'
import { Sessions } from './sessions'

export const metadata: Metadata = { title: 'Sessions' }

export default function SessionsPage() {
  return <Sessions />
}
