import { z } from 'zod'
import { requirePermission, requireScope } from '../../kernel/permissions.js'
import { listDocument, listOf, resourceOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { refusing, resource, type Resource } from '../jsonapi/resource.js'

const attributes = z.object({ access: z.string() })

const teamProjectDocument = resourceOf('team-projects', 'tprj-gx1DfmkpJ3qGmQWT', { attributes }).meta({
  id: 'TeamProject',
})
const teamWorkspaceDocument = resourceOf('team-workspaces', 'tws-gx1DfmkpJ3qGmQWT', { attributes }).meta({
  id: 'TeamWorkspace',
})

/** `/team-projects` (contract §19). */
export const teamProjectsResource = (): Resource => teamRights('project', teamProjectDocument)

/** `/team-workspaces` (contract §19). */
export const teamWorkspacesResource = (): Resource => teamRights('workspace', teamWorkspaceDocument)

/** Teams have their rights in the whole organization, and none is named here: the scope alone counts. */
function teamRights(
  of: 'project' | 'workspace',
  document: typeof teamProjectDocument | typeof teamWorkspaceDocument,
): Resource {
  return resource({
    tag: 'Workspaces',
    async authorize(ctx, _params, writes) {
      requirePermission(ctx, 'account:read')
      requireScope(ctx, writes ? 'teams:write' : 'teams:read')
    },
    operations: {
      GET: {
        summary: `List teams' rights in a ${of}: none`,
        isPaged: true,
        parameters: { [`filter[${of}][id]`]: described(`The id of the ${of}.`) },
        document: listOf(document),
        run: async ({ url, page }) => listDocument(url, { items: [], totalCount: 0, page }, () => ({})),
      },
      POST: refusing(
        `Teams' rights in a ${of} cannot be set`,
        `Rights in one ${of} are not offered here: set organization-access of the team`,
      ),
    },
  })
}
