import { requirePermission } from '~/session/ask'
import { ConstraintTester } from './constraint-tester'

export default async function ConstraintPage() {
  await requirePermission('ENGINE_VERSIONS_READ')
  return <ConstraintTester />
}
