import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { Workspace, WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import { isInScope } from '../../domain/workspaces/workspace-scope.js'
import type { WorkspacesService } from '../../domain/workspaces/workspaces.service.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Paged } from '../../kernel/page.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { listDocument } from '../jsonapi/document.js'
import type { Call } from '../jsonapi/resource.js'
import { presentWorkspace, lockHolderDocument, presentLockHolder } from './workspaces.presenter.js'
import { z } from 'zod'
import { orElse } from '../../kernel/errors.js'
import { organizationDocument, presentOrganization } from '../organizations/organizations.presenter.js'
import { allOutputs, outputsOfMany } from '../states/output-lists.js'
import {
  presentListedStateVersion,
  presentStateVersion,
  presentWorkspaceOutput,
  stateVersionDocument,
  workspaceOutputDocument,
} from '../states/state-versions.presenter.js'
import { effectiveTagBindingDocument, presentEffectiveTagBinding } from './workspace-tags.routes.js'

/** Resources that `include` adds, and the relationships to them that the workspace does not have otherwise. */
interface Brought {
  readonly included: readonly Identified[]
  readonly relationships?: Readonly<Record<string, { readonly data: readonly Identified[] }>>
}

interface Identified {
  readonly id: string
  readonly type: string
}

type Bring = (services: FaceServices, ctx: OperationContext, workspace: Workspace) => Promise<Brought>

const nothing: Brought = { included: [] }

/** Leaves out what the caller may not see. */
const ifSeen = (bring: Bring): Bring => {
  return (services, ctx, workspace) =>
    orElse(
      () => bring(services, ctx, workspace),
      () => nothing,
    )
}

function linked(name: string, documents: readonly Identified[]): Brought {
  const data = documents.map(({ id, type }) => ({ id, type }))
  return { included: documents, relationships: { [name]: { data } } }
}

const bindingsOf = ({ tags }: Workspace): Brought =>
  linked('effective-tag-bindings', tags.map(presentEffectiveTagBinding))

const outputs: Bring = async ({ stateOutputs, stateVersions }, ctx, workspace) => {
  const current = await orElse(
    () => stateVersions.accessCurrent(ctx, workspace.id),
    () => undefined,
  )
  const items = current ? (await allOutputs(stateOutputs, ctx, current)).items : []
  return linked('outputs', items.map(presentWorkspaceOutput))
}

/** Includes of resources that do not exist here, or only as an id; clients that send them continue (contract §19). */
const notHere = [
  ...['readme', 'project', 'current_run', 'current_run.plan', 'current_run.configuration_version'],
  'current_run.configuration_version.ingress_attributes',
  ...['current_configuration_version', 'current_configuration_version.ingress_attributes'],
  'current_assessment_result',
]

const brings: Readonly<Record<string, Bring>> & { readonly organization: Bring } = {
  locked_by: async ({ accounts }, ctx, { lock }) => {
    if (!lock) return nothing
    const known = await orElse(
      () => accounts.find(ctx, lock.by.id),
      () => undefined,
    )
    return { included: [presentLockHolder(lock, Boolean(known?.account.twoFactorEnabledAt))] }
  },
  organization: ifSeen(async ({ organizations }, ctx, { organizationId }) => {
    const access = await organizations.accessById(ctx, organizationId, 'organizations:read')
    return { included: [presentOrganization(access, ctx.actor)] }
  }),
  current_state_version: ifSeen(async ({ stateVersions, stateLinks }, ctx, { id }) => {
    const { version } = await stateVersions.accessCurrent(ctx, id)
    return { included: [presentStateVersion(ctx, version, stateLinks)] }
  }),
  outputs,
  effective_tag_bindings: async (_services, _ctx, workspace) => bindingsOf(workspace),
  ...Object.fromEntries(notHere.map((name) => [name, async () => nothing])),
}

/** Names that `include` takes for one workspace. */
export const workspaceIncludes = Object.keys(brings)

type CallOfList = Pick<Call<OrganizationAccess>, 'ctx' | 'subject'>

/** Reads the requested includes once for a page of workspaces, and returns those of each. */
type BringToAll = (
  services: FaceServices,
  call: CallOfList,
  workspaces: readonly Workspace[],
) => Promise<(workspace: Workspace) => Brought>

const bringsToAll: Readonly<Record<string, BringToAll>> = {
  async organization(services, { ctx }, [first]) {
    const brought = first ? await brings.organization(services, ctx, first) : nothing
    return () => brought
  },
  async locked_by({ accounts }, { ctx }, workspaces) {
    const holders = workspaces.flatMap(({ lock }) => (lock?.by.type === 'user' ? lock.by.id : []))
    const known = await accounts.findMany(ctx, [...new Set(holders)])
    const enabledAt = new Map(known.map(({ id, twoFactorEnabledAt }) => [id, twoFactorEnabledAt]))
    return ({ lock }) =>
      lock ? { included: [presentLockHolder(lock, Boolean(enabledAt.get(lock.by.id)))] } : nothing
  },
  async current_state_version({ stateVersions, stateLinks }, { ctx, subject }, workspaces) {
    const current = await stateVersions.listCurrent(ctx, subject, workspaces)
    return ({ id }) => {
      const version = current.get(id)?.version
      return version ? { included: [presentListedStateVersion(ctx, version, stateLinks)] } : nothing
    }
  },
  async outputs({ stateVersions, stateOutputs }, { ctx, subject }, workspaces) {
    const current = await stateVersions.listCurrent(ctx, subject, workspaces)
    const versions = [...current.values()].map(({ version }) => version)
    const lists = await outputsOfMany(stateOutputs, ctx, versions)
    return ({ id }) => {
      const version = current.get(id)?.version
      if (!version) return linked('outputs', [])
      // What is not known yet is not told as none.
      const outputs = lists.get(version.id)
      return outputs ? linked('outputs', outputs.map(presentWorkspaceOutput)) : nothing
    }
  },
  effective_tag_bindings: async () => bindingsOf,
  ...Object.fromEntries(notHere.map((name) => [name, async () => () => nothing])),
}

/** Names that `include` takes for a list: each is read for a whole page at once. */
export const listIncludes = Object.keys(bringsToAll)

export const includedDocument = z.union([
  lockHolderDocument,
  organizationDocument,
  stateVersionDocument,
  workspaceOutputDocument,
  effectiveTagBindingDocument,
])

/** All that is asked for, in that order. */
async function broughtWith(
  services: FaceServices,
  ctx: OperationContext,
  workspace: Workspace,
  asked: readonly string[],
): Promise<Brought> {
  const all: Brought[] = []
  for (const name of asked) all.push((await brings[name]?.(services, ctx, workspace)) ?? nothing)
  return together(all)
}

const together = (all: readonly Brought[]): Brought => ({
  included: all.flatMap(({ included }) => included),
  relationships: Object.assign({}, ...all.map(({ relationships }) => relationships)),
})

/** Presents workspaces to the caller; facts that all share are read once. */
export async function presenterFor(
  workspaces: WorkspacesService,
  ctx: OperationContext,
  { roles }: Pick<WorkspaceAccess, 'roles'>,
) {
  const newest = await workspaces.newestVersion(ctx)
  const writes = allowsIn(roles, ctx.actor, 'workspaces:write')
  const may = (workspace: Workspace, permission: Permission): boolean =>
    allowsIn(roles, ctx.actor, permission) && isInScope(ctx.actor, workspace, permission)
  return (workspace: Workspace) => {
    const [readsStates, writesStates] = [may(workspace, 'states:read'), may(workspace, 'states:write')]
    return presentWorkspace(workspace, { writes, readsStates, writesStates }, newest)
  }
}

/** One workspace, with the requested includes. */
export async function shown(
  services: FaceServices,
  ctx: OperationContext,
  { workspace, roles }: Pick<WorkspaceAccess, 'workspace' | 'roles'>,
  asked: readonly string[],
) {
  const present = await presenterFor(services.workspaces, ctx, { roles })
  const document = present(workspace)
  if (asked.length === 0) return { data: document }
  const brought = await broughtWith(services, ctx, workspace, asked)
  return { data: withLinks(document, brought), included: brought.included }
}

/** A page of the workspaces of one organization, with the requested includes. */
export async function shownList(
  services: FaceServices,
  {
    ctx,
    subject,
    url,
    included: asked,
  }: Pick<Call<OrganizationAccess>, 'ctx' | 'subject' | 'url' | 'included'>,
  list: Paged<Workspace>,
) {
  const present = await presenterFor(services.workspaces, ctx, subject)
  if (asked.length === 0) return listDocument(url, list, present)
  const all: ((workspace: Workspace) => Brought)[] = []
  for (const name of asked) {
    const bring = bringsToAll[name]
    if (bring) all.push(await bring(services, { ctx, subject }, list.items))
  }
  const brought = new Map(list.items.map((item) => [item, together(all.map((bring) => bring(item)))]))
  // What several have in common, such as the holder of their locks, is there once.
  const unique = new Map(
    [...brought.values()]
      .flatMap((each) => each.included)
      .map((each) => [`${each.type} ${each.id}`, each] as const),
  )
  const included = [...unique.values()]
  return listDocument(url, list, (item) => withLinks(present(item), brought.get(item) ?? nothing), {
    included,
  })
}

function withLinks<Document extends { readonly relationships: object }>(
  { relationships, ...document }: Document,
  brought: Brought,
) {
  return { ...document, relationships: { ...relationships, ...brought.relationships } }
}
