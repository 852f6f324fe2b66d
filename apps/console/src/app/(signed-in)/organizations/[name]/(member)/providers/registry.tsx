import { Badge, Group } from '@mantine/core'
import { type Deprecatable, DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import type { RegistryName } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'

export const RegistryBadge = ({ registryName }: { registryName: RegistryName }) =>
  registryName === 'PRIVATE' ? <Badge color="harbor">Private</Badge> : <Badge color="gray">Public</Badge>

/** By which registry a list of providers can be narrowed. */
export const registryWords = { public: { name: 'Registry', yes: 'Public', no: 'Private' } }

export const registryOf = (isPublic: boolean | undefined): RegistryName | null =>
  isPublic === undefined ? null : isPublic ? 'PUBLIC' : 'PRIVATE'

type Provider = Pick<Deprecatable, 'deprecation'> & { registryName: RegistryName }

export const registryColumn: Column<Provider> = {
  key: 'registry',
  header: 'Registry',
  width: 2.5,
  place: 'below',
  cell: ({ registryName, deprecation }) => (
    <Group gap={6}>
      <RegistryBadge registryName={registryName} />
      <DeprecationBadge deprecation={deprecation} />
    </Group>
  ),
  text: ({ registryName }) => registryName.toLowerCase(),
}
