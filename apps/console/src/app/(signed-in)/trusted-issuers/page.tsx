import { ask, requirePermission } from '~/session/ask'
import { TrustedIssuersStart } from './queries'
import { TrustedIssuers } from './trusted-issuers'

export default async function TrustedIssuersPage() {
  await requirePermission('TRUSTED_ISSUERS_READ')
  const { cli } = await ask(TrustedIssuersStart, {})
  return <TrustedIssuers publicUrl={cli.publicUrl} />
}
