'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const SigningKeyCreate = graphql(`
  mutation SigningKeyCreate($input: GpgKeyCreateInput!) {
    gpgKeyCreate(input: $input) {
      gpgKey {
        id
        keyId
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const SigningKeyDelete = graphql(`
  mutation SigningKeyDelete($input: GpgKeyDeleteInput!) {
    gpgKeyDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useAddKey = () => useChange(SigningKeyCreate)
export const useDeleteKey = () => useChange(SigningKeyDelete)
