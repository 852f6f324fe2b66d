import { DeprecationStatusBadge } from '~/ui/deprecation-status-badge'
import type { Deprecation } from './facts'

export const DeprecationBadge = ({ deprecation }: { deprecation: Deprecation | null }) =>
  deprecation && <DeprecationStatusBadge status={deprecation.status} />
