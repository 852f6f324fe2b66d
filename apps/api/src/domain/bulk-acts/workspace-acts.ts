import { parseCreation } from '../../kernel/input.js'
import { workspaceChange, type WorkspaceFilter } from '../workspaces/workspace.js'
import type { WorkspacesService } from '../workspaces/workspaces.service.js'
import { refusalText, type ActRules, type Value } from './bulk-act.js'

/** The workspaces of the site, or of the organization of this name. */
export type WorkspaceSelection = WorkspaceFilter & { readonly organization?: string | undefined }

const shape = { engineVersion: workspaceChange.engineVersion.unwrap() }

const versionOf = ({ engineVersion }: Value): string => String(engineVersion)

/** Rules for moving workspaces to an engine version. */
export const workspaceActs = (workspaces: WorkspacesService): ActRules => ({
  // Each is asked for the right in its organization.
  permission: 'account:write',
  parse: (raw) => parseCreation(shape, raw),
  async matching(ctx, filter, { behind, size }) {
    const { organization, ...rest } = filter as WorkspaceSelection
    const targets = await workspaces.listMatching(ctx, organization, rest, behind, size)
    return { targets, isLast: targets.length < size }
  },
  async find(ctx, ids, settings) {
    const found = await workspaces.foreseeMove(ctx, ids, versionOf(settings))
    return found.map(({ id, name, engineVersion, faults }) => ({
      ...{ id, name, value: { engineVersion } },
      ...(faults.length > 0 && { obstacle: refusalText({ kind: 'invalid', faults }) }),
    }))
  },
  async lock(tx, id) {
    const { workspace } = await workspaces.lockById(tx, id, 'workspaces:write')
    return { engineVersion: workspace.engineVersion }
  },
  changed: (_, settings) => settings,
  set: (tx, id, value) => workspaces.update(tx, id, value),
})
