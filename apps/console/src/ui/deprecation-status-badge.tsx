import { Badge } from '@mantine/core'
import type { DeprecationStatus } from '~/data/generated/graphql'

export const DeprecationStatusBadge = ({ status }: { status: DeprecationStatus }) =>
  status === 'REVOKED' ? <Badge color="red">Revoked</Badge> : <Badge color="orange">Deprecated</Badge>
