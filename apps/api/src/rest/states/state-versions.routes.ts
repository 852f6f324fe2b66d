import {
  stateVersionCreation,
  type StateVersion,
  type StateVersionAccess,
} from '../../domain/states/state.js'
import type { Sensitive } from '../../domain/states/state-outputs.service.js'
import type { OutputAccess } from '../../domain/states/state-versions.service.js'
import type { WorkspaceAccess } from '../../domain/workspaces/workspace.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { wholeList } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { invalidParameter, RequestError } from '../jsonapi/errors.js'
import { needed } from '../jsonapi/query.js'
import { body, resource, StreamedDocument, WithStatus, type Resource } from '../jsonapi/resource.js'
import { allOutputs, includedOutputs, tooManyOutputs } from './output-lists.js'
import {
  presentListedStateVersion,
  presentStateOutput,
  presentStateVersion,
  stateOutputDocument,
  stateVersionDocument,
  withOutputs,
} from './state-versions.presenter.js'

const tag = 'States'
const type = 'state-versions'
/** The limit of a body that holds a state, in bytes; larger states are uploaded. */
const bodyLimit = 16 * 1024 * 1024
const conflict = 'The workspace is not locked by the caller, or the state does not follow the current one.'
/** Clients that ask for them go on without (contract §19). */
const notHere = ['created_by', 'run', 'run.created_by', 'run.configuration_version']
const includes = ['outputs', ...notHere]

/**
 * Seconds after which the CLI saves what an apply has made so far. The last answer about a state that it has read decides:
 * before the first state that is the 404 of the current one (contract §19), and after each that it has saved, that one.
 */
const savesBetween = { 'X-Engine-Snapshot-Interval': '30' }

/** `/workspaces/:id/state-versions` (contract §13). */
export function workspaceStateVersionsResource({
  workspaces,
  stateVersions,
  stateWrites,
  stateRollbacks,
  stateLinks,
}: FaceServices): Resource {
  const present = (ctx: OperationContext, version: StateVersion) =>
    presentStateVersion(ctx, version, stateLinks)
  return resource<WorkspaceAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      workspaces.accessById(ctx, id, writes ? 'states:write' : 'states:read'),
    operations: {
      GET: {
        summary: 'List the states of a workspace, newest first',
        isPaged: true,
        includes: notHere,
        document: listOf(stateVersionDocument),
        async run({ ctx, subject, page, url }) {
          const list = await stateVersions.list(ctx, subject.workspace.id, page)
          return listDocument(url, list, (version) => presentListedStateVersion(ctx, version, stateLinks))
        },
      },
      POST: {
        summary: 'Write a state, in the body or by the upload link in the answer',
        body: body({ type, isTypeOptional: true, shape: stateVersionCreation, parse: parseCreation }),
        bodyLimit,
        conflict,
        storesFile: true,
        headers: savesBetween,
        otherStatus: 200,
        document: documentOf(stateVersionDocument),
        async run({ ctx, subject, attributes }) {
          const { version, isNew } = await stateWrites.create(ctx, subject.workspace.id, attributes)
          const document = { data: present(ctx, version) }
          return isNew ? document : new WithStatus(200, document)
        },
      },
      PATCH: {
        summary: 'Bring back a former state as the newest one; the workspace must be locked',
        status: 201,
        conflict,
        storesFile: true,
        body: body({
          type,
          isTypeOptional: true,
          shape: {},
          parse: parseChange,
          relationships: { rollbackStateVersion: { type, isOne: true } },
        }),
        document: documentOf(stateVersionDocument),
        async run({ ctx, subject, relationships }) {
          const id = relationships['rollbackStateVersion']?.ids[0]
          return { data: present(ctx, await stateRollbacks.rollback(ctx, subject.workspace.id, id)) }
        },
      },
    },
  })
}

/** `/state-versions?filter[workspace][name]=&filter[organization][name]=`: the states of a workspace by its name. */
export function stateVersionsResource({ workspaces, stateVersions, stateLinks }: FaceServices): Resource {
  return resource({
    tag,
    authorize: async (ctx) => requirePermission(ctx, 'account:read'),
    operations: {
      GET: {
        summary: 'List the states of a workspace by its name, newest first',
        isPaged: true,
        parameters: {
          'filter[workspace][name]': needed('The name of the workspace.'),
          'filter[organization][name]': needed('The name of its organization.'),
        },
        includes: notHere,
        document: listOf(stateVersionDocument),
        async run({ ctx, query, page, url }) {
          const [organization, name] = [named(query, 'organization'), named(query, 'workspace')]
          const { workspace } = await workspaces.access(ctx, organization, name, 'states:read')
          const list = await stateVersions.list(ctx, workspace.id, page)
          return listDocument(url, list, (version) => presentListedStateVersion(ctx, version, stateLinks))
        },
      },
    },
  })
}

function named(query: Readonly<Record<string, unknown>>, thing: string): string {
  const parameter = `filter[${thing}][name]`
  const name = query[parameter]
  if (typeof name === 'string') return name
  throw new RequestError([invalidParameter(parameter, `${parameter} is required`)])
}

/** `/workspaces/:id/current-state-version`; 404 where there is none. */
export function currentStateVersionResource(services: FaceServices): Resource {
  return oneStateVersion(services, 'Show the current state of a workspace', (ctx, id) =>
    services.stateVersions.accessCurrent(ctx, id),
  )
}

/** `/state-versions/:id`. */
export function stateVersionResource(services: FaceServices): Resource {
  return oneStateVersion(services, 'Show a state', (ctx, id) =>
    services.stateVersions.access(ctx, id, 'states:read'),
  )
}

type Find = (ctx: OperationContext, id: string) => Promise<StateVersionAccess>

function oneStateVersion({ stateOutputs, stateLinks }: FaceServices, summary: string, find: Find): Resource {
  return resource<StateVersionAccess>({
    tag,
    authorize: (ctx, { id = '' }) => find(ctx, id),
    operations: {
      GET: {
        summary,
        headers: savesBetween,
        includes,
        tooLarge: tooManyOutputs,
        document: documentOf(stateVersionDocument, stateOutputDocument),
        async run({ ctx, subject, included }) {
          const data = presentStateVersion(ctx, subject.version, stateLinks)
          if (!included.includes('outputs')) return { data, ...(included.length > 0 && { included: [] }) }
          const items = await includedOutputs(stateOutputs, ctx, subject)
          return { data: withOutputs(data, items), included: items.map(presentStateOutput) }
        },
      },
    },
  })
}

/** `/workspaces/:id/current-state-version-outputs`. */
export function currentOutputsResource(services: FaceServices): Resource {
  return outputsOf(services, 'List the outputs of the current state, by name', (ctx, id) =>
    services.stateVersions.accessCurrent(ctx, id),
  )
}

/** `/state-versions/:id/outputs`. */
export function stateVersionOutputsResource(services: FaceServices): Resource {
  return outputsOf(
    services,
    'List the outputs of a state, by name, with their values',
    (ctx, id) => services.stateVersions.access(ctx, id, 'states:read'),
    'shown',
  )
}

function outputsOf(
  { stateOutputs }: FaceServices,
  summary: string,
  find: Find,
  sensitive: Sensitive = 'hidden',
): Resource {
  return resource<StateVersionAccess>({
    tag,
    authorize: (ctx, { id = '' }) => find(ctx, id),
    operations: {
      GET: {
        summary,
        isPaged: 'when-asked',
        tooLarge: tooManyOutputs,
        document: listOf(stateOutputDocument),
        async run({ ctx, subject, page, url }) {
          const list =
            page === wholeList
              ? await allOutputs(stateOutputs, ctx, subject, sensitive)
              : await stateOutputs.page(ctx, subject, page, sensitive)
          return listDocument(url, list, presentStateOutput)
        },
      },
    },
  })
}

/** `/state-version-outputs/:id`: an output with its value, for those who may read the state. */
export function stateOutputResource({ stateOutputs, stateVersions }: FaceServices): Resource {
  return resource<OutputAccess>({
    tag,
    authorize: (ctx, { id = '' }) => stateVersions.output(ctx, id),
    operations: {
      GET: {
        summary: 'Show an output with its value',
        document: documentOf(stateOutputDocument),
        async run({ subject }) {
          const shown = await stateOutputs.value(subject)
          if ('value' in shown) return { data: presentStateOutput(shown) }
          return new StreamedDocument(shown, (place) => ({
            data: presentStateOutput({
              ...subject.output,
              value: JSON.stringify(place),
              valueOmitted: false,
            }),
          }))
        },
      },
    },
  })
}
