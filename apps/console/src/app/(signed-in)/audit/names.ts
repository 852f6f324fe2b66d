import type { AuditEventRowFragment } from '~/data/generated/graphql'

export function actorName({ type, name }: AuditEventRowFragment['actor']): string {
  if (type === 'NOBODY') return 'An unknown caller'
  if (type === 'SYSTEM') return `The platform (${name})`
  return type === 'USER' ? name : `${name} (${type.toLowerCase()})`
}

/** What an organization is called, or was known by if it is gone. */
export const organizationName = ({ id, name }: NonNullable<AuditEventRowFragment['organization']>): string =>
  name ?? id
