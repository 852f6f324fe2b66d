import { graphql } from '~/data/generated'

export const TrustedIssuersStart = graphql(`
  query TrustedIssuersStart {
    cli {
      publicUrl
    }
  }
`)

export const TrustedIssuerRow = graphql(`
  fragment TrustedIssuerRow on TrustedIssuer {
    id
    name
    issuer
    kind
    jwksUrl
    audiences
    organizations
    enabled
    updatedAt
  }
`)

export const TrustedIssuerList = graphql(`
  query TrustedIssuerList($page: PageInput!) {
    trustedIssuers(page: $page) {
      nodes {
        ...TrustedIssuerRow
      }
    }
  }
`)
