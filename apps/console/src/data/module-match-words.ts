import type { RegistryModuleMatchKind } from './generated/graphql'

/** What a search can find inside a module. */
export const moduleMatchWords: Readonly<Record<RegistryModuleMatchKind, string>> = {
  INPUT: 'input',
  OUTPUT: 'output',
  RESOURCE: 'resource',
  SUBMODULE: 'submodule',
  README: 'README',
}
