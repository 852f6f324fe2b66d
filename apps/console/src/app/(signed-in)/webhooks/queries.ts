import { graphql } from '~/data/generated'

export const WebhookRow = graphql(`
  fragment WebhookRow on Webhook {
    id
    name
    url
    enabled
    triggers
    headerName
    failingSince
    disabledReason
    updatedAt
    recentDeliveries {
      id
      type
      status
      attempts
      createdAt
    }
  }
`)

export const WebhookList = graphql(`
  query WebhookList($organization: String, $page: PageInput!) {
    webhooks(organization: $organization, page: $page) {
      nodes {
        ...WebhookRow
      }
    }
  }
`)

export const WebhookDetail = graphql(`
  query WebhookDetail($id: ID!) {
    webhook(id: $id) {
      ...WebhookRow
      canUpdate
      formerSecretUntil
      createdAt
      organization {
        name
      }
    }
  }
`)
