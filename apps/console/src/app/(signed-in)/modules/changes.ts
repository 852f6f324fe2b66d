'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../../data/generated'
import type {
  RegistryModuleDeleteInput,
  RegistryModuleUpdateInput,
  RegistryModuleVerifiedSetInput,
  RegistryModuleVersionDeleteInput,
  RegistryModuleVersionUpdateInput,
} from '../../../data/generated/graphql'
import { request } from '../../../data/request'

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

/** Lets everything that shows modules ask again; organizations count theirs. */
export function useModulesChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['modules', 'organizations'].map((area) => client.invalidateQueries({ queryKey: [area] })),
    )
  }
}

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useDeleteModule() {
  const changed = useModulesChanged()
  return useMutation({
    mutationFn: async (input: RegistryModuleDeleteInput) =>
      (await request(ModuleDelete, { input })).registryModuleDelete,
    onSuccess: () => changed(),
  })
}

/** The facts of a module beside its address. */
export function useUpdateModule() {
  const changed = useModulesChanged()
  return useMutation({
    mutationFn: async (input: RegistryModuleUpdateInput) =>
      (await request(ModuleUpdate, { input })).registryModuleUpdate,
    onSuccess: () => changed(),
  })
}

/** For site administrators. */
export function useVerifyModule() {
  const changed = useModulesChanged()
  return useMutation({
    mutationFn: async (input: RegistryModuleVerifiedSetInput) =>
      (await request(ModuleVerifiedSet, { input })).registryModuleVerifiedSet,
    onSuccess: () => changed(),
  })
}

/** Deprecates, revokes or restores. */
export function useUpdateVersion() {
  const changed = useModulesChanged()
  return useMutation({
    mutationFn: async (input: RegistryModuleVersionUpdateInput) =>
      (await request(ModuleVersionUpdate, { input })).registryModuleVersionUpdate,
    onSuccess: () => changed(),
  })
}

export function useDeleteVersion() {
  const changed = useModulesChanged()
  return useMutation({
    mutationFn: async (input: RegistryModuleVersionDeleteInput) =>
      (await request(ModuleVersionDelete, { input })).registryModuleVersionDelete,
    onSuccess: () => changed(),
  })
}
