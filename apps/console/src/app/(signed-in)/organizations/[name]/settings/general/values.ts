import { isNewOrganizationName } from '@engine/shared'
import { graphql } from '~/data/generated'
import type {
  GeneralSettingsFactsFragment,
  ModuleInterfacePolicy,
  OrganizationUpdateInput,
} from '~/data/generated/graphql'
import { changesOf } from '~/data/merge'
import { trimmed } from '~/data/update-input'

export const GeneralSettingsFacts = graphql(`
  fragment GeneralSettingsFacts on Organization {
    id
    updatedAt
    name
    email
    userTokensEnabled
    moduleInterfacePolicy
    keptSettings {
      name
      value
    }
    entitlements
    quotas {
      kind
      used
      limit
    }
  }
`)

export const GeneralSettingsQuery = graphql(`
  query GeneralSettings($name: String!) {
    organization(name: $name) {
      ...GeneralSettingsFacts
    }
  }
`)

export type FormValues = {
  name: string
  email: string
  userTokensEnabled: boolean
  moduleInterfacePolicy: ModuleInterfacePolicy
}

/** Name of each value in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  name: 'name',
  email: 'e-mail for notifications',
  userTokensEnabled: "use of people's tokens",
  moduleInterfacePolicy: 'interface policy',
}

export const valuesOf = ({
  name,
  email,
  userTokensEnabled,
  moduleInterfacePolicy,
}: GeneralSettingsFactsFragment): FormValues => ({
  name,
  email,
  userTokensEnabled,
  moduleInterfacePolicy,
})

/** Returns changed values alone, so that another user's change is not undone. */
export const updateInputOf = (
  facts: GeneralSettingsFactsFragment,
  values: FormValues,
): OrganizationUpdateInput => ({
  id: facts.id,
  expectedUpdatedAt: facts.updatedAt,
  ...changesOf(trimmed(values), valuesOf(facts)),
})

/** Checks before anything is sent; the server decides. */
export const validation = {
  name: (name: string) =>
    isNewOrganizationName(name.trim()) ? null : 'A name is 3 to 64 letters, digits, - and _.',
}
