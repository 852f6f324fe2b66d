import { ask, requirePermission } from '~/session/ask'
import { PublicProviders } from './public-providers'
import { PublicProvidersStart } from './queries'

/** What site administrators decide of the providers of origins. */
export default async function PublicProvidersPage() {
  await requirePermission('PUBLIC_PROVIDERS_READ')
  return <PublicProviders initial={await ask(PublicProvidersStart, {})} />
}
