import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { CiIdentityDetail } from '../queries'
import { CiIdentityPage } from './ci-identity'

export default async function CiIdentityDetailPage({
  params,
}: PageProps<'/organizations/[name]/settings/ci-identities/[id]'>) {
  const { thing, data } = await requireThing(
    params,
    CiIdentityDetail,
    (found) => found.ciIdentity,
    'CI_IDENTITIES_READ',
  )
  return <CiIdentityPage id={thing.id} initial={data} />
}
