import type { Deprecation } from '../lifecycle/deprecation.js'
import type { ProviderFilter, RegistryProvider } from '../registry-providers/registry-provider.js'
import type { RegistryProvidersService } from '../registry-providers/registry-providers.service.js'
import type { ActRules, Value } from './bulk-act.js'
import { deprecationChangeTo, deprecationOf, parseDeprecation } from './deprecations.js'

const elsewhere = 'Its versions are those of the public registry'

/** Rules for deprecating private providers, with all their versions. */
export const providerActs = (providers: RegistryProvidersService): ActRules => ({
  // Each is asked for the right in its organization.
  permission: 'account:write',
  parse: parseDeprecation,
  async matching(ctx, filter, { number, size }) {
    const { organization, ...rest } = filter as ProviderFilter
    const { items } =
      organization === undefined
        ? await providers.listAll(ctx, rest, { number, size })
        : await providers.list(ctx, organization, rest, { number, size })
    return {
      targets: items.map((each) => ({ id: each.id, name: nameOf(each) })),
      isLast: items.length < size,
    }
  },
  async find(ctx, ids) {
    const found = await providers.findChangeable(ctx, ids)
    return found.map((each) => ({
      ...{ id: each.id, name: nameOf(each), value: { deprecation: each.deprecation } },
      ...(each.registryName === 'public' && { obstacle: elsewhere }),
    }))
  },
  lock: async (tx, id) => ({ deprecation: (await providers.lockChangeable(tx, id)).deprecation }),
  changed: (value, settings) => ({ deprecation: fromValue(value) ?? deprecationOf(settings) }),
  set: (tx, id, value) => providers.update(tx, id, deprecationChangeTo(fromValue(value))),
})

const fromValue = ({ deprecation }: Value): Deprecation | null => deprecation as Deprecation | null

const nameOf = ({ namespace, name }: RegistryProvider): string => `${namespace}/${name}`
