import { z } from 'zod'
import { faults, invalid } from '../../kernel/errors.js'
import { note, parseCreation } from '../../kernel/input.js'
import type { AdminPublicProvidersService } from '../public-providers/admin-public-providers.service.js'
import type { PublicProvider, PublicProviderFilter } from '../public-providers/public-provider.js'
import type { ActRules, Value } from './bulk-act.js'

const shape = {
  approval: z.object({ forAll: z.boolean(), organizations: z.array(note(255)).max(100) }),
}

type Settings = z.output<z.ZodObject<typeof shape>>

/** The approval of a provider: for all, and for those organizations that the settings name. */
interface Approval {
  readonly forAll: boolean
  readonly organizations: readonly string[]
}

/** Rules for approving public providers for organizations. */
export const publicProviderActs = (providers: AdminPublicProvidersService): ActRules => ({
  permission: 'public-providers:write',
  parse(raw) {
    const settings = parseCreation(shape, raw)
    const { forAll, organizations } = settings.approval
    if (!forAll && organizations.length === 0) throw invalid(faults.blank('approval', 'organizations'))
    return settings
  },
  async matching(ctx, filter, { number, size }) {
    const { items } = await providers.list(ctx, filter as PublicProviderFilter, { number, size })
    return {
      targets: items.map((each) => ({ id: each.id, name: nameOf(each) })),
      isLast: items.length < size,
    }
  },
  async find(ctx, ids, settings) {
    const { organizations } = approvalOf(settings)
    const found = await providers.findMany(ctx, ids)
    const approved = await providers.approvedAmong(ctx, ids, organizations)
    const unknown = await providers.unknownOrganizations(ctx, organizations)
    return found.map((each) => ({
      ...{ id: each.id, name: nameOf(each), value: toValue(each, approved.get(each.id) ?? []) },
      ...(unknown.length > 0 && {
        obstacle: unknown.map((name) => `Organization ${name} not found`).join('. '),
      }),
    }))
  },
  async lock(tx, id, settings) {
    const provider = await providers.lock(tx, id)
    const approved = await providers.approvedAmong(tx, [id], approvalOf(settings).organizations)
    return toValue(provider, approved.get(id) ?? [])
  },
  changed(value, settings) {
    const { forAll, organizations } = approvalOf(settings)
    const now = fromValue(value)
    const added = missingIn(now.organizations, organizations)
    return {
      forAll: now.forAll || forAll,
      organizations: [...now.organizations, ...added].sort(),
    }
  },
  async set(tx, id, value, settings) {
    const approved = await providers.approvedAmong(tx, [id], approvalOf(settings).organizations)
    const before = approved.get(id) ?? []
    const { forAll, organizations } = fromValue(value)
    const [added, removed] = [missingIn(before, organizations), missingIn(organizations, before)]
    if (added.length > 0) await providers.approve(tx, id, { ids: added, faults: [] })
    if (removed.length > 0) await providers.withdraw(tx, id, { ids: removed, faults: [] })
    await providers.update(tx, id, { approvedForAll: forAll })
  },
  affected(before, after) {
    const [was, is] = [fromValue(before), fromValue(after)]
    return {
      gains: is.forAll && !was.forAll ? 'all' : missingIn(was.organizations, is.organizations),
      loses: [],
    }
  },
})

const approvalOf = (settings: Value): Approval => (settings as Settings).approval

const toValue = ({ approvedForAll }: PublicProvider, organizations: readonly string[]): Value => ({
  forAll: approvedForAll,
  organizations: organizations.toSorted(),
})

const fromValue = (value: Value): Approval => value as unknown as Approval

/** Returns those of these names that are not among the known ones, each once, in any case. */
function missingIn(known: readonly string[], names: readonly string[]): readonly string[] {
  const keys = new Set(known.map((name) => name.toLowerCase()))
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...byKey].flatMap(([key, name]) => (keys.has(key) ? [] : [name]))
}

const nameOf = ({ namespace, name }: PublicProvider): string => `${namespace}/${name}`
