import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { hiddenOf } from '~/ui/lists/found-options'
import { ask } from '~/session/ask'
import { EditIdentity } from '~/app/(signed-in)/organizations/[name]/settings/ci-identities/identity-form'
import {
  CiIdentityForm,
  KnownIssuers,
} from '~/app/(signed-in)/organizations/[name]/settings/ci-identities/queries'

export default async function EditIdentityPage({
  params,
}: PageProps<'/organizations/[name]/settings/ci-identities/[id]/edit'>) {
  const { thing } = await requireThing(
    params,
    CiIdentityForm,
    (found) => found.ciIdentity,
    'CI_IDENTITIES_WRITE',
  )
  const { knownIssuers } = await ask(KnownIssuers, { organization: thing.organization.name })
  return <EditIdentity found={thing} issuers={knownIssuers?.nodes ?? []} hidden={hiddenOf(knownIssuers)} />
}
