import type { EngineVersion } from '../../src/domain/engine-versions/engine-version.js'
import type { TestApp } from '../app.js'
import { announced, resources, stateText } from '../states/states.js'
import type { Callers } from './callers.js'

export type MakeThing = (app: TestApp, callers: Callers, method: string) => Promise<Record<string, string>>

export function freshEngineVersion(app: TestApp, { ctx }: Callers['owner']): Promise<EngineVersion> {
  const administrator = { ...ctx, actor: { type: 'system', name: 'walk' } } as const
  return app.services.engineVersions.create(administrator, {
    version: `1.0.${app.make.next()}`,
    url: 'https://releases.example/engine.zip',
    sha: 'ab'.repeat(32),
  })
}

/** A workspace, on a version that is made for it. */
export const freshWorkspace: MakeThing = async (app, { owner, organization }) => {
  const { version } = await freshEngineVersion(app, owner)
  const workspace = { name: `workspace-${app.make.next()}`, engineVersion: version }
  const { id, name } = await app.services.workspaces.create(owner.ctx, organization.name, workspace)
  return { org: organization.name, name, id }
}

/** Locked by the owner of the walk. */
const lockedWorkspace: MakeThing = async (app, callers, method) => {
  const workspace = await freshWorkspace(app, callers, method)
  await app.services.workspaceLocks.lock(callers.owner.ctx, workspace['id'] ?? '', {})
  return workspace
}

/** A workspace with one state, still locked. */
const workspaceWithState: MakeThing = async (app, callers, method) => {
  const workspace = await lockedWorkspace(app, callers, method)
  const outputs = { secret: { value: 'walk', type: 'string', sensitive: true } }
  const { data } = announced(stateText({ outputs, resources: [resources(2)] }))
  await app.services.stateWrites.create(callers.owner.ctx, workspace['id'] ?? '', data.attributes)
  return workspace
}

/** The state of such a one. */
const stateVersion: MakeThing = async (app, callers, method) => {
  const { id = '' } = await workspaceWithState(app, callers, method)
  const { version } = await app.services.stateVersions.accessCurrent(callers.owner.ctx, id)
  return { id: version.id }
}

/** A tag that a fresh workspace has. */
const tagOfWorkspace: MakeThing = async (app, callers, method) => {
  const { org = '', id = '' } = await freshWorkspace(app, callers, method)
  const { ctx } = callers.owner
  const name = `tag-${app.make.next()}`
  await app.services.workspaceTags.add(ctx, id, { ids: [undefined], attributes: [{ name }], faults: [] })
  const { items } = await app.services.workspaceTags.listOfOrganization(
    ctx,
    org,
    { search: name },
    { number: 1, size: 1 },
  )
  return { id: items[0]?.id ?? '' }
}

/** The things of workspaces that hold state. */
export const stateMakers: Readonly<Record<string, MakeThing>> = {
  '/workspaces/:id/actions/lock': freshWorkspace,
  '/workspaces/:id/actions/unlock': lockedWorkspace,
  '/workspaces/:id/actions/force-unlock': lockedWorkspace,
  '/organizations/:org/tags': freshWorkspace,
  '/workspaces/:id/tag-bindings': freshWorkspace,
  '/workspaces/:id/effective-tag-bindings': freshWorkspace,
  '/workspaces/:id/relationships/tags': freshWorkspace,
  '/workspaces/:id/relationships/remote-state-consumers': freshWorkspace,
  '/workspaces/:id/relationships/remote_state_consumers': freshWorkspace,
  '/tags/:id/relationships/workspaces': tagOfWorkspace,
  '/workspaces/:id/state-versions': workspaceWithState,
  '/workspaces/:id/resources': workspaceWithState,
  '/workspaces/:id/current-state-version': workspaceWithState,
  '/workspaces/:id/current-state-version-outputs': workspaceWithState,
  '/state-versions': async (app, callers, method) => {
    const { org, name } = await workspaceWithState(app, callers, method)
    return { query: `?filter[organization][name]=${org}&filter[workspace][name]=${name}` }
  },
  '/state-versions/:id': stateVersion,
  '/state-versions/:id/outputs': stateVersion,
  '/state-version-outputs/:id': async (app, callers, method) => {
    const { id: stateVersionId = '' } = await stateVersion(app, callers, method)
    const block = await app.prisma.stateOutputBlock.findFirstOrThrow({ where: { stateVersionId } })
    return { id: `wsout-${block.id}AAAAA` }
  },
}
