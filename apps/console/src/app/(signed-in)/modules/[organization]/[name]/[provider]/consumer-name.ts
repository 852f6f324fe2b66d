type Consumer = { organizationId: string | null; organizationName: string | null }

export function consumerName({ organizationId, organizationName }: Consumer): string {
  if (organizationId === null) return 'People, with tokens of their own'
  return organizationName ?? `a deleted organization (${organizationId})`
}
