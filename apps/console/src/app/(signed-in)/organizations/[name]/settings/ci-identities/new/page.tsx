import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { hiddenOf } from '~/ui/lists/found-options'
import { ask } from '~/session/ask'
import { NewIdentity } from '../identity-form'
import { KnownIssuers } from '../queries'

export default async function NewIdentityPage({
  params,
}: PageProps<'/organizations/[name]/settings/ci-identities/new'>) {
  const { name } = await requireOrganization((await params).name, 'CI_IDENTITIES_WRITE')
  const { knownIssuers } = await ask(KnownIssuers, { organization: name })
  return <NewIdentity issuers={knownIssuers?.nodes ?? []} hidden={hiddenOf(knownIssuers)} />
}
