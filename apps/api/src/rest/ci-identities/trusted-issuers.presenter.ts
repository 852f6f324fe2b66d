import { z } from 'zod'
import {
  trustedIssuer,
  type KnownIssuer,
  type TrustedIssuer,
} from '../../domain/ci-identities/trusted-issuer.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf, selfLink } from '../jsonapi/document.js'

const attributes = attributesOf(trustedIssuer.omit({ id: true }).shape)
const known = attributesOf(trustedIssuer.pick({ name: true, issuer: true, kind: true }).shape)
const exampleId = 'issuer-5dQf8RkWz2XyTn7B'

export const trustedIssuerDocument = resourceOf('trusted-issuers', exampleId, {
  attributes: z.object(attributes.shape),
  links: selfLink,
}).meta({ id: 'TrustedIssuer' })

/** The document that owners of an organization see. */
export const knownIssuerDocument = resourceOf('trusted-issuers', exampleId, {
  attributes: z.object(known.shape),
}).meta({ id: 'KnownTrustedIssuer' })

export function presentTrustedIssuer(issuer: TrustedIssuer): z.input<typeof trustedIssuerDocument> {
  return {
    id: issuer.id,
    type: 'trusted-issuers',
    attributes: attributes.present(issuer),
    links: { self: `/api/v2/admin/trusted-issuers/${issuer.id}` },
  }
}

export const presentKnownIssuer = (issuer: KnownIssuer): z.input<typeof knownIssuerDocument> => ({
  id: issuer.id,
  type: 'trusted-issuers',
  attributes: known.present(issuer),
})
