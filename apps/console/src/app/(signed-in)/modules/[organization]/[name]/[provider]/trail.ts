import { type ModuleAddress, paths } from '~/paths'

/** The way up from a page of a module: all modules, those of its organization, and the module itself. */
export const moduleTrail = (module: ModuleAddress, query: Parameters<typeof paths.module>[1] = {}) => [
  { label: 'Modules', path: paths.modules() },
  { label: module.namespace, path: paths.modulesOf(module.namespace) },
  { label: `${module.name}/${module.provider}`, path: paths.module(module, query) },
]
