type User = { isSiteAdmin: boolean; suspendedAt: string | null }

/**
 * Returns why a user has to stay an administrator with access; undefined if that may end. The API checks it
 * again.
 */
export function lastAdministratorStays(
  { isSiteAdmin, suspendedAt }: User,
  activeAdministrators: number | undefined,
): string | undefined {
  if (!isSiteAdmin || suspendedAt !== null || activeAdministrators !== 1) return undefined
  return 'The last administrator with access. Make another user an administrator first.'
}
