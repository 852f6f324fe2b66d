import type { AuditEventRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'

type Target = Pick<AuditEventRowFragment, 'action' | 'target' | 'organization'>

/** The page of what something was done to; undefined where there is none, or none any more. */
export function pathOfTarget({
  action,
  target: { type, id, name },
  organization,
}: Target): string | undefined {
  if (action.endsWith('.delete') && action.startsWith(`${type}.`)) return undefined
  if (type === 'engine-version') return paths.engineVersion(id)
  if (type === 'user') return paths.user(id)
  const within = organization?.name ?? undefined
  if (within === undefined) return undefined
  const pages: Readonly<Record<string, string>> = {
    'gpg-key': paths.signingKeys(within),
    organization: paths.organization(within),
    'organization-membership': paths.member(within, id),
    'registry-provider': paths.provider(within, id),
    team: paths.team(within, id),
    workspace: paths.workspace(within, id),
  }
  return pages[type] ?? pathOfModule(type, name)
}

/** Modules are recorded under their address, versions of them with their number behind it. */
function pathOfModule(type: string, text: string): string | undefined {
  const [address = '', version] = text.split(' ')
  const [namespace, name, provider] = address.split('/')
  if (!type.startsWith('module') || !namespace || !name || !provider) return undefined
  return paths.module({ namespace, name, provider }, version === undefined ? {} : { version })
}
