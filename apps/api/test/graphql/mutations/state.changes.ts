import { announced, stateText } from '../../states/states.js'
import { freshWorkspace, stateMakers } from '../../policy/state-things.js'
import type { Change, Here } from './change.js'

const unlocked = async ({ app, callers }: Here) => (await freshWorkspace(app, callers, 'POST'))['id'] ?? ''

const locked = async ({ app, callers }: Here) =>
  (await stateMakers['/workspaces/:id/actions/unlock']?.(app, callers, 'POST'))?.['id'] ?? ''

/** The first of two states of a workspace that its owner has locked. */
async function formerState(here: Here): Promise<string> {
  const { services } = here.app
  const { ctx } = here.callers.owner
  const id = await locked(here)
  const write = async (serial: number) => {
    const { data } = announced(stateText({ serial }))
    return (await services.stateWrites.create(ctx, id, data.attributes)).version.id
  }
  const former = await write(1)
  await write(2)
  return former
}

const workspaceAnswer = { answer: 'workspace { id locked lockReason }', by: 'owner' as const }

/** The locks and the states of workspaces. */
export const stateChanges: Readonly<Record<string, Change>> = {
  workspaceLock: {
    ...workspaceAnswer,
    rest: ['POST /workspaces/:id/actions/lock'],
    input: async (here) => ({ id: await unlocked(here), reason: 'a test' }),
    gives: ({ id }) => ({ workspace: { id, locked: true, lockReason: 'a test' } }),
    audit: 'workspace.lock',
  },
  workspaceUnlock: {
    ...workspaceAnswer,
    rest: ['POST /workspaces/:id/actions/unlock'],
    input: async (here) => ({ id: await locked(here), reason: 'a test' }),
    gives: ({ id }) => ({ workspace: { id, locked: false, lockReason: null } }),
    audit: 'workspace.unlock',
  },
  workspaceForceUnlock: {
    ...workspaceAnswer,
    rest: ['POST /workspaces/:id/actions/force-unlock'],
    input: async (here) => ({ id: await locked(here), reason: 'a test' }),
    gives: ({ id }) => ({ workspace: { id, locked: false, lockReason: null } }),
    audit: 'workspace.force-unlock',
  },
  stateVersionRollBack: {
    rest: ['PATCH /workspaces/:id/state-versions'],
    by: 'owner',
    input: async (here) => ({ id: await formerState(here), reason: 'a test' }),
    answer: 'stateVersion { serial isCurrent rolledBackToSerial }',
    gives: () => ({ stateVersion: { serial: 3, isCurrent: true, rolledBackToSerial: 1 } }),
    audit: 'state-version.roll-back',
  },
}
