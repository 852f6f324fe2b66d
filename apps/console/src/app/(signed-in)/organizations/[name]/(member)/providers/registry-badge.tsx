import { Badge } from '@mantine/core'
import type { RegistryName } from '~/data/generated/graphql'

export const RegistryBadge = ({ registryName }: { registryName: RegistryName }) =>
  registryName === 'PRIVATE' ? <Badge color="harbor">Private</Badge> : <Badge color="gray">Public</Badge>
