import { conflict } from '../../kernel/errors.js'
import { isPublished } from '../registry-modules/registry-module-version.js'
import { addressText } from '../registry-modules/registry-module.js'
import type { ActRules, Value } from './bulk-act.js'
import {
  deprecated,
  lifecycleChangeTo,
  lifecycleValueOf,
  parseDeprecation,
  type LifecycleValue,
} from './deprecations.js'
import type { ModuleServices } from './module-acts.js'

/** The versions of the module with this id. */
export interface ModuleVersionSelection {
  readonly moduleId: string
}

const notPublished = 'It is not published'

/** Rules for deprecating single versions of modules. */
export const moduleVersionActs = ({
  moduleAccess,
  moduleVersions,
}: Pick<ModuleServices, 'moduleAccess' | 'moduleVersions'>): ActRules => ({
  // Each is asked for the right in its organization.
  permission: 'account:write',
  parse: parseDeprecation,
  async matching(ctx, filter, { number, size }) {
    const { moduleId } = filter as ModuleVersionSelection
    const { module } = await moduleAccess.moduleById(ctx, moduleId, 'modules:read')
    const choice = { publishedOnly: false }
    const pages = await moduleVersions.pagesOf(ctx, [module.id], choice, { number, size })
    const items = pages.get(module.id)?.items ?? []
    return {
      targets: items.map(({ id, version }) => ({ id, name: `${addressText(module)} ${version}` })),
      isLast: items.length < size,
    }
  },
  async find(ctx, ids) {
    const found = await moduleVersions.findChangeable(ctx, ids)
    return found.map(({ module, version }) => ({
      ...{ id: version.id, name: `${addressText(module)} ${version.version}` },
      value: toValue(lifecycleValueOf(version)),
      ...(!isPublished(version) && { obstacle: notPublished }),
    }))
  },
  async lock(tx, id) {
    const { version } = await moduleAccess.lockVersion(tx, id, 'modules:write')
    if (!isPublished(version)) throw conflict(notPublished)
    return toValue(lifecycleValueOf(version))
  },
  changed: (value, settings) => toValue(deprecated(fromValue(value), settings)),
  set: (tx, id, value) => moduleVersions.update(tx, id, lifecycleChangeTo(fromValue(value))),
})

const toValue = (lifecycle: LifecycleValue): Value => ({ ...lifecycle })

const fromValue = (value: Value): LifecycleValue => value as unknown as LifecycleValue
