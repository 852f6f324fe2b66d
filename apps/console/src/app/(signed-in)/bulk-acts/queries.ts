import { graphql } from '~/data/generated'

export const BulkActFacts = graphql(`
  fragment BulkActFacts on BulkAct {
    id
    kind
    settings
    reason
    userName
    undoesId
    undoneById
    createdAt
    cancelledAt
    finishedAt
    counts {
      waiting
      changed
      unchanged
      refused
      cancelled
    }
  }
`)

export const BulkActDetail = graphql(`
  query BulkActDetail($id: ID!) {
    bulkAct(id: $id) {
      ...BulkActFacts
      refusals: targets(outcome: REFUSED, page: { size: 20 }) {
        nodes {
          id
          name
          message
        }
        totalCount
      }
    }
  }
`)

export const BulkActPreview = graphql(`
  query BulkActPreview($input: BulkActPreviewInput!) {
    bulkActPreview(input: $input) {
      total
      changing {
        count
        names
      }
      unchanged {
        count
        names
      }
      refused {
        reason
        count
        names
      }
      gains {
        isAll
        count
        names
      }
      loses {
        isAll
        count
        names
      }
    }
  }
`)

export const BulkActStart = graphql(`
  mutation BulkActStart($input: BulkActStartInput!) {
    bulkActStart(input: $input) {
      bulkAct {
        id
      }
    }
  }
`)

export const BulkActUndo = graphql(`
  mutation BulkActUndo($input: BulkActUndoInput!) {
    bulkActUndo(input: $input) {
      bulkAct {
        id
      }
    }
  }
`)

export const BulkActRetry = graphql(`
  mutation BulkActRetry($input: BulkActRetryInput!) {
    bulkActRetry(input: $input) {
      bulkAct {
        id
      }
    }
  }
`)
