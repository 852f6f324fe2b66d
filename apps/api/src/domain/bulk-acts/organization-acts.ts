import { parseChange, type Shape } from '../../kernel/input.js'
import { faults, invalid } from '../../kernel/errors.js'
import { only } from '../../kernel/declaration.js'
import type { AdminOrganizationFilter } from '../organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../organizations/admin-organizations.service.js'
import { adminOrganizationChange } from '../organizations/organization.js'
import type { ActRules } from './bulk-act.js'

type Setting = 'workspaceLimit' | 'enginePolicy'

/** Rules for one attribute of organizations that site administrators set. */
export function organizationActs(organizations: AdminOrganizationsService, setting: Setting): ActRules {
  const shape: Shape = { [setting]: adminOrganizationChange[setting] }
  return {
    permission: 'site-organizations:write',
    parse(raw) {
      if (raw[setting] === undefined) throw invalid(faults.blank(setting))
      return parseChange(shape, { [setting]: raw[setting] })
    },
    async matching(ctx, filter, { behind, size }) {
      const targets = await organizations.listMatching(ctx, filter as AdminOrganizationFilter, behind, size)
      return { targets, isLast: targets.length < size }
    },
    async find(ctx, ids) {
      const found = await organizations.findMany(ctx, ids, 'site-organizations:write')
      return found.map((each) => ({ id: each.id, name: each.name, value: only(shape, each) }))
    },
    lock: async (tx, id) => only(shape, await organizations.lock(tx, id)),
    changed: (_, settings) => settings,
    set: (tx, id, value) => organizations.update(tx, id, value),
  }
}
