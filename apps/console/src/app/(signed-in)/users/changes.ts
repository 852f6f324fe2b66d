'use client'

import { useChange } from '~/data/use-change'

/** What is done to a user for a reason, and answers with the user. */
export const useUserActs = () => ({
  suspend: useChange('userSuspend'),
  unsuspend: useChange('userUnsuspend'),
  grantAdmin: useChange('userAdminGrant'),
  revokeAdmin: useChange('userAdminRevoke'),
  revokeTokens: useChange('userTokensRevoke'),
  disableTwoFactor: useChange('userTwoFactorDisable'),
})
