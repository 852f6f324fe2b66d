import { graphql } from '~/data/generated'

export const TwoFactorQuery = graphql(`
  query TwoFactor {
    viewer {
      twoFactor {
        isEnabled
        isRequired
        recoveryCodes
      }
    }
  }
`)

export const TwoFactorSetUp = graphql(`
  mutation TwoFactorSetUp($input: TwoFactorPasswordInput!) {
    twoFactorSetUp(input: $input) {
      secret
      uri
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const TwoFactorEnable = graphql(`
  mutation TwoFactorEnable($input: TwoFactorEnableInput!) {
    twoFactorEnable(input: $input) {
      recoveryCodes
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const TwoFactorRecoveryCodesRenew = graphql(`
  mutation TwoFactorRecoveryCodesRenew($input: TwoFactorPasswordInput!) {
    twoFactorRecoveryCodesRenew(input: $input) {
      recoveryCodes
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const TwoFactorDisable = graphql(`
  mutation TwoFactorDisable($input: TwoFactorPasswordInput!) {
    twoFactorDisable(input: $input) {
      twoFactor {
        isEnabled
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
