import { type Deprecatable, DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import type { RegistryName } from '~/data/generated/graphql'
import type { Column } from '~/ui/lists/data-table'
import { States } from '~/ui/feedback/state-dot'
import { Dimmed } from '~/ui/texts'

/** Registry of a provider; most are in the organization's own. */
export const RegistryWord = ({ registryName }: { registryName: RegistryName }) =>
  registryName === 'PRIVATE' ? <Dimmed>Private</Dimmed> : <span>Public</span>

/** Words of the filter by registry. */
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
    <States>
      <RegistryWord registryName={registryName} />
      <DeprecationBadge deprecation={deprecation} />
    </States>
  ),
}
