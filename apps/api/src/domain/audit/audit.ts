import type { AuditAction } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'

/** The thing that was changed; its name is stored, since the thing itself may be deleted later. */
export interface AuditSubject {
  readonly type:
    | 'attention-item'
    | 'audit-log'
    | 'authentication-token'
    | 'ci-identity'
    | 'engine-version'
    | 'gpg-key'
    | 'identity'
    | 'module'
    | 'module-version'
    | 'organization'
    | 'organization-membership'
    | 'permission'
    | 'public-module'
    | 'public-provider'
    | 'public-provider-version'
    | 'registry-provider'
    | 'registry-provider-platform'
    | 'registry-provider-version'
    | 'session'
    | 'storage'
    | 'team'
    | 'trusted-issuer'
    | 'unknown'
    | 'user'
    | 'webhook'
    | 'workspace'
  readonly id: string
  readonly name: string
}

/** A row of the audit log. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly organizationId?: string | undefined
  /** The time of the act; now unless given. */
  readonly at?: Date
  /** The actor and the request, where the entry is written later; those of the context unless given. */
  readonly by?: Pick<OperationContext, 'actor' | 'face' | 'requestId' | 'address'>
  readonly before?: object
  readonly after?: object
  /** True where a site administrator acted as an owner of another organization (contract §3). */
  readonly administratorOverride?: boolean
}
