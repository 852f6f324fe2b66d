import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import type { VersionState } from './what-became'

const ModuleVersionState = graphql(`
  query ModuleVersionState($moduleId: ID!, $version: String!) {
    registryModule(id: $moduleId) {
      updatedAt
      version(version: $version) {
        id
        status
        error
        size
      }
    }
  }
`)

/** How a version stands; undefined when there is none. */
export async function stateOf(
  moduleId: string,
  version: string,
): Promise<(VersionState & { id: string }) | undefined> {
  const module = (await request(ModuleVersionState, { moduleId, version })).registryModule
  return module?.version ? { ...module.version, updatedAt: module.updatedAt } : undefined
}
