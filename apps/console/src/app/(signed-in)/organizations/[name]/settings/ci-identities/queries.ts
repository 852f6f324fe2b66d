import { graphql } from '~/data/generated'

export const IssuerChoice = graphql(`
  fragment IssuerChoice on KnownIssuer {
    id
    name
    issuer
    kind
  }
`)

/** Issuers that the identities of an organization may name. */
export const KnownIssuers = graphql(`
  query KnownIssuers($organization: String!) {
    knownIssuers(organization: $organization, page: { size: 100 }) {
      nodes {
        ...IssuerChoice
      }
      totalCount
    }
  }
`)

export const CiIdentityFacts = graphql(`
  fragment CiIdentityFacts on CiIdentity {
    id
    name
    claims {
      claim
      pattern
    }
    scopes
    lifetime
    enabled
    lastUsedAt
    createdAt
    updatedAt
    organization {
      id
      name
    }
    issuer {
      ...IssuerChoice
    }
    team {
      id
      name
    }
  }
`)

export const CiIdentityForm = graphql(`
  query CiIdentityForm($id: ID!) {
    ciIdentity(id: $id) {
      ...CiIdentityFacts
    }
  }
`)

export const CiIdentityDetail = graphql(`
  query CiIdentityDetail($id: ID!) {
    ciIdentity(id: $id) {
      ...CiIdentityFacts
      canUpdate
    }
    cli {
      publicUrl
      words
    }
  }
`)

/** Exchanges of jobs, newest first. */
export const Exchanges = graphql(`
  query Exchanges($filter: AuditEventFilterInput!, $page: PageInput!) {
    auditEvents(filter: $filter, page: $page) {
      nodes {
        id
        at
        after
        target {
          id
          name
          type
        }
      }
    }
  }
`)
