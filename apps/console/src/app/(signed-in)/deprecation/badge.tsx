import { Badge } from '@mantine/core'
import type { Deprecation } from './facts'

export function DeprecationBadge({ deprecation }: { deprecation: Deprecation | null }) {
  if (!deprecation) return null
  return deprecation.status === 'REVOKED' ? (
    <Badge color="red">Revoked</Badge>
  ) : (
    <Badge color="orange">Deprecated</Badge>
  )
}
