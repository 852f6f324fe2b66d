import { graphql } from '~/data/generated'
import type { ProviderDocumentationQuery, ProviderDocPagesQuery } from '~/data/generated/graphql'

export const ProviderDocumentation = graphql(`
  query ProviderDocumentation(
    $providerId: ID!
    $version: String!
    $category: ProviderDocCategory!
    $slug: String!
  ) {
    providerDocumentation(providerId: $providerId, version: $version) {
      namespace
      name
      isShared
      version
      uploadedAt
      ...DocsChangesFacts
      versions(page: { size: 100 }) {
        nodes {
          version
        }
        totalCount
      }
      groups(page: { size: 100 }) {
        nodes {
          ...ProviderDocGroupFacts
        }
        totalCount
      }
      first: docs(page: { size: 1 }) {
        nodes {
          category
          slug
        }
      }
      doc(category: $category, slug: $slug) {
        id
        category
        slug
        title
        subcategory
        truncated
        text {
          ...Readme
        }
      }
    }
  }
`)

export const ProviderDocGroupFacts = graphql(`
  fragment ProviderDocGroupFacts on ProviderDocGroup {
    category
    subcategory
    count
  }
`)

/** Further subcategories, of a provider with very many. */
export const ProviderDocGroups = graphql(`
  query ProviderDocGroups($providerId: ID!, $version: String!, $page: PageInput!) {
    providerDocumentation(providerId: $providerId, version: $version) {
      groups(page: $page) {
        nodes {
          ...ProviderDocGroupFacts
        }
      }
    }
  }
`)

/** Pages of a subcategory, or those that a search finds. */
export const ProviderDocPages = graphql(`
  query ProviderDocPages(
    $providerId: ID!
    $version: String!
    $filter: ProviderDocFilter!
    $page: PageInput!
  ) {
    providerDocumentation(providerId: $providerId, version: $version) {
      docs(filter: $filter, page: $page) {
        nodes {
          id
          category
          slug
          title
          subcategory
        }
        totalCount
      }
    }
  }
`)

export type Documentation = NonNullable<ProviderDocumentationQuery['providerDocumentation']>
export type DocGroup = Documentation['groups']['nodes'][number]
export type DocPage = NonNullable<ProviderDocPagesQuery['providerDocumentation']>['docs']['nodes'][number]
