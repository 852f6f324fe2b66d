import { factsOf, idIn, inCapitals, type Document, type Facts } from './facts.js'
import { pages, withArgs, type Row } from './row.js'

const issuers = {
  fields: 'id name issuer kind jwksUrl audiences organizations enabled createdAt updatedAt',
  facts: (document: Document) => inCapitals(factsOf(document), 'kind'),
}

const identities = {
  fields: `id name claims { claim pattern } scopes lifetime enabled lastUsedAt createdAt updatedAt
    organization { name } issuer { id } team { id }`,
  facts: (document: Document): Facts => ({
    ...factsOf(document),
    organization: { name: idIn(document, 'organization') },
    issuer: { id: idIn(document, 'trusted-issuer') },
    team: { id: idIn(document, 'team') },
  }),
  shown({ claims, ...facts }: Facts): Facts {
    const listed = claims as { readonly claim: string; readonly pattern: string }[]
    return { ...facts, claims: Object.fromEntries(listed.map(({ claim, pattern }) => [claim, pattern])) }
  },
}

/** Rows of trusted issuers and of the jobs that get a token. */
export const ciRows: Readonly<Record<string, Row>> = {
  '/admin/trusted-issuers': {
    ...issuers,
    rest: () => '/admin/trusted-issuers',
    graphql: (_, args) => [withArgs('trustedIssuers', args)],
    narrowed: pages,
  },
  '/admin/trusted-issuers/:id': {
    ...issuers,
    rest: ({ issuerId }) => `/admin/trusted-issuers/${issuerId}`,
    graphql: ({ issuerId }) => [`trustedIssuer(id: "${issuerId}")`],
  },
  '/organizations/:org/trusted-issuers': {
    ...issuers,
    fields: 'id name issuer kind',
    rest: ({ org }) => `/organizations/${org}/trusted-issuers`,
    graphql: ({ org }, args) => [`knownIssuers(organization: "${org}" ${args})`],
    narrowed: pages,
  },
  '/organizations/:org/ci-identities': {
    ...identities,
    rest: ({ org }) => `/organizations/${org}/ci-identities`,
    graphql: ({ org }, args) => [`ciIdentities(organization: "${org}" ${args})`],
    narrowed: pages,
  },
  '/ci-identities/:id': {
    ...identities,
    rest: ({ ciIdentityId }) => `/ci-identities/${ciIdentityId}`,
    graphql: ({ ciIdentityId }) => [`ciIdentity(id: "${ciIdentityId}")`],
  },
}
