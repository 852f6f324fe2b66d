import { CiIdentitiesService, type CiIdentityParts } from './ci-identities.service.js'
import { CiIdentitiesStore } from './ci-identities.store.js'
import { TokenExchangeService, type ExchangeParts } from './token-exchange.service.js'
import { TrustedIssuersService } from './trusted-issuers.service.js'
import { TrustedIssuersStore } from './trusted-issuers.store.js'
import { UsedCiTokens } from './used-ci-tokens.js'
import { UsedCiTokensStore } from './used-ci-tokens.store.js'

type CiInfrastructure = Omit<ExchangeParts, 'issuers' | 'identities' | 'used'>

export type CiIdentityServices = ReturnType<typeof createCiIdentityServices>

export function createCiIdentityServices(infrastructure: CiInfrastructure) {
  const { database } = infrastructure
  const issuers = new TrustedIssuersStore(database)
  const identities = new CiIdentitiesStore(database)
  const used = new UsedCiTokensStore(database)
  const parts: CiIdentityParts = { ...infrastructure, issuers, identities }
  return {
    trustedIssuers: new TrustedIssuersService(parts),
    ciIdentities: new CiIdentitiesService(parts),
    tokenExchange: new TokenExchangeService({ ...infrastructure, issuers, identities, used }),
    usedCiTokens: new UsedCiTokens(used),
  }
}
