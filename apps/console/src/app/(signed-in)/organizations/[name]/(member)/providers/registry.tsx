import { type Deprecatable, DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import type { RegistryName } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { States } from '~/ui/state-dot'
import { Dimmed } from '~/ui/texts'

/** In which registry a provider is; most are of the organization's own. */
export const RegistryWord = ({ registryName }: { registryName: RegistryName }) =>
  registryName === 'PRIVATE' ? <Dimmed>Private</Dimmed> : <span>Public</span>

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
    <States>
      <RegistryWord registryName={registryName} />
      <DeprecationBadge deprecation={deprecation} />
    </States>
  ),
  text: ({ registryName }) => registryName.toLowerCase(),
}
