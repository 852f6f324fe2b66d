import { z } from 'zod'
import { note, parseCreation } from '../../kernel/input.js'
import type { AdminOrganizationFilter } from '../organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import { sharedKinds, type SharedKind } from '../organizations/shares.js'
import type { Organization } from '../organizations/organization.js'
import type { RegistryPartnershipsService } from '../registry-sharing/registry-partnerships.service.js'
import { flagOf, type NamedConsumer } from '../registry-sharing/registry-sharing.js'
import { refusalText, type ActRules, type Value } from './bulk-act.js'

/** Ways to share: with all, with none, with some in addition to those on the list, or no longer with some of them. */
export const sharingWays = ['all', 'none', 'add', 'remove'] as const

const shape = {
  sharing: z.object({
    of: z.enum(sharedKinds),
    way: z.enum(sharingWays),
    consumers: z.array(note(255)).max(100),
  }),
}

type Settings = z.output<z.ZodObject<typeof shape>>

interface Shared {
  readonly withAll: boolean
  readonly consumers: readonly { readonly name: string; readonly endsAt: string | null }[]
}

/** Rules for sharing the modules, or the providers, of organizations with others. */
export function sharingActs(
  organizations: AdminOrganizationsService,
  partnerships: RegistryPartnershipsService,
): ActRules {
  return {
    permission: 'site-organizations:write',
    parse: (raw) => parseCreation(shape, raw),
    async matching(ctx, filter, { behind, size }) {
      const targets = await organizations.listMatching(ctx, filter as AdminOrganizationFilter, behind, size)
      return { targets, isLast: targets.length < size }
    },
    async find(ctx, ids, settings) {
      const { of, way, consumers } = sharingOf(settings)
      const producers = await organizations.findMany(ctx, ids, 'site-organizations:write')
      const named = await partnerships.consumersOfMany(ctx, of, ids)
      const faultsOf = await partnerships.foresee(ctx, of, way === 'add' ? consumers : [])
      return producers.map((producer) => {
        const faults = faultsOf(producer)
        return {
          ...{ id: producer.id, name: producer.name },
          value: valueOf(producer, of, named.get(producer.id) ?? []),
          ...(faults.length > 0 && { obstacle: refusalText({ kind: 'invalid', faults }) }),
        }
      })
    },
    async lock(tx, id, settings) {
      const { of } = sharingOf(settings)
      const producer = await organizations.lock(tx, id)
      return valueOf(producer, of, (await partnerships.consumersOfMany(tx, of, [id])).get(id) ?? [])
    },
    changed: (value, settings) => ({ ...changed(value as unknown as Shared, sharingOf(settings)) }),
    set(tx, id, value, settings) {
      const { withAll, consumers } = value as unknown as Shared
      const list = consumers.map(({ name, endsAt }) => ({
        name,
        endsAt: endsAt === null ? null : new Date(endsAt),
      }))
      return partnerships.set(tx, id, { [sharingOf(settings).of]: withAll ? 'all' : list })
    },
    affected(before, after) {
      const [was, is] = [before as unknown as Shared, after as unknown as Shared]
      return {
        gains: is.withAll ? 'all' : without(is, was),
        loses: was.withAll && !is.withAll ? 'all' : is.withAll ? [] : without(was, is),
      }
    },
  }
}

const sharingOf = (settings: Value) => (settings as Settings).sharing

const valueOf = (producer: Organization, of: SharedKind, consumers: readonly NamedConsumer[]): Value => ({
  withAll: producer[flagOf[of]],
  consumers: consumers.map(({ name, endsAt }) => ({ name, endsAt: endsAt?.toISOString() ?? null })),
})

/** Returns the sharing afterwards; with all, those that are added have it already, and those that are removed keep it. */
function changed(value: Shared, { way, consumers }: Settings['sharing']): Shared {
  if (way === 'all') return { withAll: true, consumers: [] }
  if (way === 'none') return { withAll: false, consumers: [] }
  if (value.withAll) return value
  const named = new Map(consumers.map((name) => [name.toLowerCase(), name]))
  if (way === 'remove')
    return { withAll: false, consumers: value.consumers.filter(({ name }) => !named.has(name.toLowerCase())) }
  const known = new Set(value.consumers.map(({ name }) => name.toLowerCase()))
  const fresh = [...named].flatMap(([key, name]) => (known.has(key) ? [] : [{ name, endsAt: null }]))
  return { withAll: false, consumers: [...value.consumers, ...fresh].sort(byName) }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

const without = (one: Shared, other: Shared): readonly string[] => {
  const names = new Set(other.consumers.map(({ name }) => name))
  return one.consumers.flatMap(({ name }) => (names.has(name) ? [] : [name]))
}
