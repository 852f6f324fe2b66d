import { z } from 'zod'
import {
  trustedIssuer,
  type KnownIssuer,
  type TrustedIssuer,
} from '../../domain/ci-identities/trusted-issuer.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf, selfLink } from '../jsonapi/document.js'

const { id: _id, ...declared } = trustedIssuer.shape
const attributes = attributesOf(declared)
const known = attributesOf(trustedIssuer.pick({ name: true, issuer: true, kind: true }).shape)
const exampleId = 'issuer-5dQf8RkWz2XyTn7B'

export const trustedIssuerDocument = resourceOf('trusted-issuers', exampleId, {
  attributes: z.object(attributes.shape),
  links: selfLink,
}).meta({ id: 'TrustedIssuer' })

/** As the owners of an organization know it. */
export const knownIssuerDocument = resourceOf('trusted-issuers', exampleId, {
  attributes: z.object(known.shape),
}).meta({ id: 'KnownTrustedIssuer' })

export function presentTrustedIssuer(issuer: TrustedIssuer): z.input<typeof trustedIssuerDocument> {
  const { id, ...values } = issuer
  return {
    id,
    type: 'trusted-issuers',
    attributes: attributes.present(values),
    links: { self: `/api/v2/admin/trusted-issuers/${id}` },
  }
}

export const presentKnownIssuer = (issuer: KnownIssuer): z.input<typeof knownIssuerDocument> => ({
  id: issuer.id,
  type: 'trusted-issuers',
  attributes: known.present(issuer),
})
