import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { ConstraintTester } from './constraint-tester'

export const metadata: Metadata = { title: 'Test a constraint · Engine versions' }

export default async function ConstraintPage() {
  await requirePermission('ENGINE_VERSIONS_READ')
  return <ConstraintTester />
}
