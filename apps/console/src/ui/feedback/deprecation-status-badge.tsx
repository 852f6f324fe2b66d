import type { DeprecationStatus } from '~/data/generated/graphql'
import { StateDot } from './state-dot'

export const DeprecationStatusBadge = ({ status }: { status: DeprecationStatus }) =>
  status === 'REVOKED' ? (
    <StateDot tone="bad">Revoked</StateDot>
  ) : (
    <StateDot tone="warning">Deprecated</StateDot>
  )
