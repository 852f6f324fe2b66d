import { z } from 'zod'
import { ciIdentity, type CiIdentity } from '../../domain/ci-identities/ci-identity.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf, selfLink, toOne } from '../jsonapi/document.js'

const attributes = attributesOf(
  ciIdentity.omit({ id: true, organizationId: true, trustedIssuerId: true, teamId: true }).shape,
)

export const ciIdentityDocument = resourceOf('ci-identities', 'ciid-9sHv3LpMw6KcRt1G', {
  attributes: z.object(attributes.shape),
  relationships: z.object({
    organization: toOne('organizations'),
    'trusted-issuer': toOne('trusted-issuers'),
    team: toOne('teams'),
  }),
  links: selfLink,
}).meta({ id: 'CiIdentity' })

export function presentCiIdentity(
  identity: CiIdentity,
  { organization: { name } }: { readonly organization: { readonly name: string } },
): z.input<typeof ciIdentityDocument> {
  const { id, trustedIssuerId, teamId } = identity
  return {
    id,
    type: 'ci-identities',
    attributes: attributes.present(identity),
    relationships: {
      organization: { data: { id: name, type: 'organizations' } },
      'trusted-issuer': { data: { id: trustedIssuerId, type: 'trusted-issuers' } },
      team: { data: { id: teamId, type: 'teams' } },
    },
    links: { self: `/api/v2/ci-identities/${id}` },
  }
}
