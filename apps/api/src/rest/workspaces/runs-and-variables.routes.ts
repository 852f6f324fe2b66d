import { z } from 'zod'
import type { FaceServices } from '../../http/face-services.js'
import { described } from '../jsonapi/query.js'
import { listDocument, listOf, resourceOf } from '../jsonapi/document.js'
import { refusing, resource, type Operation, type Resource } from '../jsonapi/resource.js'
import type { OperationContext } from '../../kernel/context.js'
import { requirePermission } from '../../kernel/permissions.js'
import { requireScopeFor } from './projects.routes.js'

const tag = 'Workspaces'

const runDocument = resourceOf('runs', 'run-gx1DfmkpJ3qGmQWT', {
  attributes: z.object({ status: z.string() }),
}).meta({
  id: 'Run',
  description: 'A run, which does not exist here: plans and applies run where the CLI does.',
})

const variableDocument = resourceOf('vars', 'var-gx1DfmkpJ3qGmQWT', {
  attributes: z.object({ key: z.string() }),
}).meta({ id: 'Variable', description: 'A variable, which does not exist here: the CLI has its own.' })

/** A list that clients read to find what there is, and in which nothing ever is (contract §19). */
const emptyList = (
  things: string,
  item: z.ZodType,
  parameters: NonNullable<Operation<never>['parameters']> = {},
): Operation<unknown> => ({
  summary: `List ${things}: none`,
  isPaged: true,
  parameters,
  document: listOf(item),
  run: async ({ url, page }) => listDocument(url, { items: [], totalCount: 0, page }, () => ({})),
})

const noRuns = 'Runs are not offered here: plan and apply with the CLI, which keeps its state here'

/** Filters of a list of runs. */
const runFilters = Object.fromEntries(
  [
    ...['filter[operation]', 'filter[status]', 'filter[agent_pool_names]', 'filter[source]'],
    ...['filter[status_group]', 'filter[timeframe]', 'filter[workspace_names]'],
    ...['search[user]', 'search[commit]', 'search[basic]'],
  ].map((name) => [name, described('Finds nothing, as there are no runs.')]),
)

type Authorize = (ctx: OperationContext, params: Readonly<Record<string, string>>) => Promise<unknown>

const inWorkspace =
  ({ workspaces }: FaceServices): Authorize =>
  (ctx, { id = '' }) =>
    workspaces.accessById(ctx, id, 'workspaces:read')

const inOrganization =
  ({ organizations }: FaceServices): Authorize =>
  (ctx, { org = '' }) =>
    organizations.access(ctx, org, 'workspaces:read')

/** Routes of a resource that is not offered: callers who may read workspaces get an empty list, and cannot create. */
const notOffered = (
  access: Authorize,
  GET: Operation<unknown>,
  POST: ReturnType<typeof refusing>,
): Resource =>
  resource({
    tag,
    async authorize(ctx, params, writes) {
      await access(ctx, params)
      requireScopeFor(writes, ctx)
    },
    operations: { GET, POST },
  })

const refusedRun = refusing('Runs cannot be created', noRuns)

/** `/workspaces/:id/runs`. */
export const workspaceRunsResource = (services: FaceServices): Resource =>
  notOffered(inWorkspace(services), emptyList('the runs of a workspace', runDocument, runFilters), refusedRun)

/** `/organizations/:org/runs`. */
export const organizationRunsResource = (services: FaceServices): Resource =>
  notOffered(
    inOrganization(services),
    emptyList('the runs of an organization', runDocument, runFilters),
    refusedRun,
  )

/** `/runs`: clients name the workspace in the body, which is not read, so that the scope alone counts. */
export const runsResource = (): Resource =>
  resource({
    tag,
    async authorize(ctx) {
      requirePermission(ctx, 'account:read')
      requireScopeFor(true, ctx)
    },
    operations: { POST: refusedRun },
  })

/** `/workspaces/:id/vars`. */
export const workspaceVariablesResource = (services: FaceServices): Resource =>
  notOffered(
    inWorkspace(services),
    emptyList('the variables of a workspace', variableDocument),
    refusing(
      'Variables cannot be created',
      'Variables are not offered here: give them to the CLI, which plans and applies',
    ),
  )
