type User = { isSiteAdmin: boolean; suspendedAt: string | null }

/** Why a user has to stay an administrator with access; undefined when that may end. The API decides anew. */
export function lastAdministratorStays(
  { isSiteAdmin, suspendedAt }: User,
  activeAdministrators: number | undefined,
): string | undefined {
  if (!isSiteAdmin || suspendedAt !== null || activeAdministrators !== 1) return undefined
  return 'The last administrator with access. Make another user one first.'
}
