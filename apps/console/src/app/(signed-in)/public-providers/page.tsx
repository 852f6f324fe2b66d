import { ask, requirePermission } from '~/session/ask'
import { PublicProviders } from './public-providers'
import { PublicProvidersStart } from './queries'

/** Page where site administrators decide on public providers. */
export default async function PublicProvidersPage() {
  await requirePermission('PUBLIC_PROVIDERS_READ')
  return <PublicProviders initial={await ask(PublicProvidersStart, {})} />
}
