import { graphql } from '~/data/generated'

export const WebhookRow = graphql(`
  fragment WebhookRow on Webhook {
    id
    name
    url
    enabled
    triggers
    failingSince
    disabledReason
    updatedAt
  }
`)

export const WebhookList = graphql(`
  query WebhookList($organization: String, $page: PageInput!) {
    webhooks(organization: $organization, page: $page) {
      nodes {
        ...WebhookRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
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

export const WebhookDeliveryRow = graphql(`
  fragment WebhookDeliveryRow on WebhookDelivery {
    id
    type
    payload
    status
    attempts
    nextAttemptAt
    createdAt
    lastAttemptAt
    responseStatus
    responseBody
    problem
  }
`)

export const WebhookDeliveryList = graphql(`
  query WebhookDeliveryList($webhookId: ID!, $page: PageInput!) {
    webhookDeliveries(webhookId: $webhookId, page: $page) {
      nodes {
        ...WebhookDeliveryRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)
