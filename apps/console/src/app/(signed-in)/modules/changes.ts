'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const ModuleDelete = graphql(`
  mutation ModuleDelete($input: RegistryModuleDeleteInput!) {
    registryModuleDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ModuleUpdate = graphql(`
  mutation ModuleUpdate($input: RegistryModuleUpdateInput!) {
    registryModuleUpdate(input: $input) {
      registryModule {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ModuleVerifiedSet = graphql(`
  mutation ModuleVerifiedSet($input: RegistryModuleVerifiedSetInput!) {
    registryModuleVerifiedSet(input: $input) {
      registryModule {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ModuleVersionUpdate = graphql(`
  mutation ModuleVersionUpdate($input: RegistryModuleVersionUpdateInput!) {
    registryModuleVersionUpdate(input: $input) {
      registryModuleVersion {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ModuleVersionDelete = graphql(`
  mutation ModuleVersionDelete($input: RegistryModuleVersionDeleteInput!) {
    registryModuleVersionDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What shows modules; organizations count theirs. */
export const moduleAreas = ['modules', 'organizations'] as const

export const useDeleteModule = () => useChange(ModuleDelete, moduleAreas)

/** The facts of a module beside its address. */
export const useUpdateModule = () => useChange(ModuleUpdate, moduleAreas)

/** For site administrators. */
export const useVerifyModule = () => useChange(ModuleVerifiedSet, moduleAreas)

/** Deprecates, revokes or restores. */
export const useUpdateVersion = () => useChange(ModuleVersionUpdate, moduleAreas)
export const useDeleteVersion = () => useChange(ModuleVersionDelete, moduleAreas)
