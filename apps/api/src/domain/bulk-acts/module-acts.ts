import { isDeepStrictEqual } from 'node:util'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import type { ModuleAccessService } from '../registry-modules/module-access.service.js'
import type { CatalogueFilter } from '../registry-modules/module-catalogue.js'
import type { ModuleCatalogueService } from '../registry-modules/module-catalogue.service.js'
import type { RegistryModuleVersionsService } from '../registry-modules/registry-module-versions.service.js'
import { addressText } from '../registry-modules/registry-module.js'
import type { RegistryModulesService } from '../registry-modules/registry-modules.service.js'
import type { ActRules, Value } from './bulk-act.js'
import {
  deprecated,
  lifecycleChangeTo,
  lifecycleValueOf,
  parseDeprecation,
  type LifecycleValue,
} from './deprecations.js'

/** Lifecycles of the published versions of a module, by their ids. */
type Versions = Readonly<Record<string, LifecycleValue>>

export interface ModuleServices {
  readonly modules: RegistryModulesService
  readonly moduleAccess: ModuleAccessService
  readonly moduleCatalogue: ModuleCatalogueService
  readonly moduleVersions: RegistryModuleVersionsService
}

/** Rules for deprecating modules: all their published versions that are neither deprecated nor revoked. */
export function moduleActs({
  modules,
  moduleAccess,
  moduleCatalogue,
  moduleVersions,
}: ModuleServices): ActRules {
  return {
    // Each is asked for the right in its organization.
    permission: 'account:write',
    parse: parseDeprecation,
    async matching(ctx, filter, { number, size }) {
      const { items } = await moduleCatalogue.list(ctx, filter as CatalogueFilter, { number, size })
      const own = items.filter(({ usableOnly }) => !usableOnly)
      return {
        targets: own.map((each) => ({ id: each.id, name: addressText(each) })),
        isLast: items.length < size,
      }
    },
    async find(ctx, ids) {
      const found = await modules.findChangeable(ctx, ids)
      const lifecycles = await moduleVersions.lifecyclesOf(ctx, ids)
      return found.map((each) => ({
        ...{ id: each.id, name: addressText(each) },
        value: valueOf(lifecycles.get(each.id) ?? new Map()),
      }))
    },
    async lock(tx, id) {
      await moduleAccess.lockModule(tx, id, 'modules:write')
      return valueOf((await moduleVersions.lifecyclesOf(tx, [id])).get(id) ?? new Map())
    },
    changed(value, settings) {
      const changed = Object.entries(versionsOf(value)).map(([id, each]) => [id, deprecated(each, settings)])
      return { versions: Object.fromEntries(changed) as Versions }
    },
    async set(tx, id, value) {
      const before = versionsOf(valueOf((await moduleVersions.lifecyclesOf(tx, [id])).get(id) ?? new Map()))
      for (const [versionId, lifecycle] of Object.entries(versionsOf(value)))
        if (!isDeepStrictEqual(before[versionId], lifecycle))
          await moduleVersions.update(tx, versionId, lifecycleChangeTo(lifecycle))
    },
  }
}

const versionsOf = (value: Value): Versions => value['versions'] as Versions

const valueOf = (lifecycles: ReadonlyMap<string, Lifecycle>): Value => ({
  versions: Object.fromEntries([...lifecycles].map(([id, lifecycle]) => [id, lifecycleValueOf(lifecycle)])),
})
