import type { Metadata } from 'next'
import { Tokens } from './tokens'

export const metadata: Metadata = { title: 'My tokens' }

export default function TokensPage() {
  return <Tokens />
}
