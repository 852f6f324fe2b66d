import type { RegistryModuleMatchKind } from './generated/graphql'

/** Kinds of matches inside a module. */
export const moduleMatchWords: Readonly<Record<RegistryModuleMatchKind, string>> = {
  INPUT: 'input',
  OUTPUT: 'output',
  RESOURCE: 'resource',
  SUBMODULE: 'submodule',
  README: 'README',
}
