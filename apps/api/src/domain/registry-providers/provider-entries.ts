import type { AuditEntry } from '../audit/audit.js'
import type { lifecycleVerb } from '../lifecycle/lifecycle.js'
import type { ProviderPlatformAccess, ProviderVersionAccess } from './registry-provider-version.js'

/** Actions of the audit log on a version and on a platform. */
type Verb = 'create' | 'delete' | 'document' | 'publish' | 'upload'

export function versionEntry(
  verb: Verb | ReturnType<typeof lifecycleVerb>,
  locked: ProviderVersionAccess,
): AuditEntry {
  const { provider, version, administratorOverride } = locked
  const name = `${provider.namespace}/${provider.name} ${version.version}`
  const subject = { type: 'registry-provider-version', id: version.id, name } as const
  const { organizationId } = provider
  return { action: `registry-provider-version.${verb}`, subject, organizationId, administratorOverride }
}

export function platformEntry(
  verb: Exclude<Verb, 'document' | 'publish'>,
  locked: ProviderPlatformAccess,
): AuditEntry {
  const { platform, ...version } = locked
  const above = versionEntry(verb, version)
  const name = `${above.subject.name} ${platform.os}/${platform.arch}`
  const subject = { type: 'registry-provider-platform', id: platform.id, name } as const
  return { ...above, action: `registry-provider-platform.${verb}`, subject }
}
