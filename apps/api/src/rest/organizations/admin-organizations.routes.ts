import { z } from 'zod'
import { adminOrganizationChange } from '../../domain/organizations/organization.js'
import type { UsersService } from '../../domain/accounts/users.service.js'
import type { AdminOrganization, StatusCounts } from '../../domain/organizations/admin-organization.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { adminOrganizationDocument, presentAdminOrganization } from './admin-organizations.presenter.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described, yesOrNo } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { presentUser, userDocument } from '../accounts/users.presenter.js'

const tag = 'Organizations of the site'
const includes = ['owners']
const count = z.number().int()
const meta = { 'status-counts': z.object({ total: count, active: count, disabled: count }) }

/** The users that `include=owners` brings along, once each; undefined when not asked for. */
async function includedIn(
  users: UsersService,
  { ctx, included }: { readonly ctx: OperationContext; readonly included: readonly string[] },
  organizations: readonly AdminOrganization[],
): Promise<readonly object[] | undefined> {
  if (!included.includes('owners')) return undefined
  const ids = organizations.flatMap(({ ownerIds }) => ownerIds)
  return (await users.findMany(ctx, ids)).map((user) => presentUser(user))
}

const metaOf = ({ total, active, disabled }: StatusCounts) => ({
  'status-counts': { total, active, disabled },
})

/** `/admin/organizations` (contract §5): site administrators only. */
export function adminOrganizationsResource({ adminOrganizations, users }: FaceServices): Resource {
  return resource({
    tag,
    async authorize(ctx) {
      requirePermission(ctx, 'site-organizations:read')
    },
    operations: {
      GET: {
        summary: 'List all organizations, by name',
        isPaged: true,
        includes,
        parameters: {
          q: described(
            'A part of the name or the notification e-mail, in any case; wins over the other two.',
          ),
          'q[name]': described('A part of the name, in any case.'),
          'q[email]': described('A part of the notification e-mail, in any case.'),
          'filter[module_producer]': yesOrNo(
            'Organizations that share their modules, with all or with some, or all others.',
          ),
        },
        document: listOf(adminOrganizationDocument, { included: userDocument, meta }),
        async run(call) {
          const { ctx, query, page, url } = call
          const filter = {
            search: query['q'] as string | undefined,
            name: query['q[name]'] as string | undefined,
            email: query['q[email]'] as string | undefined,
            isModuleProducer: query['filter[module_producer]'] as boolean | undefined,
          }
          const list = await adminOrganizations.list(ctx, filter, page)
          const included = await includedIn(users, call, list.items)
          return listDocument(url, list, presentAdminOrganization, {
            meta: metaOf(list.statusCounts),
            included,
          })
        },
      },
    },
  })
}

/** `/admin/organizations/:name`. */
export function adminOrganizationResource({ adminOrganizations, users }: FaceServices): Resource {
  return resource<AdminOrganization>({
    tag,
    authorize: (ctx, { name = '' }, writes) =>
      adminOrganizations.find(ctx, name, writes ? 'site-organizations:write' : 'site-organizations:read'),
    operations: {
      GET: {
        summary: 'Show an organization, also a disabled one',
        includes,
        document: documentOf(adminOrganizationDocument, userDocument),
        async run(call) {
          const included = await includedIn(users, call, [call.subject])
          return { data: presentAdminOrganization(call.subject), ...(included && { included }) }
        },
      },
      PATCH: {
        summary: 'Update an organization; absent attributes stay',
        body: body({
          type: 'organizations',
          isTypeOptional: true,
          shape: adminOrganizationChange,
          documentNames: {
            workerSudoEnabled: ['engine-worker-sudo-enabled'],
            applyTimeout: ['apply-timeout', 'engine-build-worker-apply-timeout'],
            planTimeout: ['plan-timeout', 'engine-build-worker-plan-timeout'],
          },
          parse: parseChange,
        }),
        document: documentOf(adminOrganizationDocument),
        async run({ ctx, subject, attributes, expectedOf }) {
          const expected = expectedOf(subject)
          return {
            data: presentAdminOrganization(
              await adminOrganizations.update(ctx, subject.id, attributes, expected),
            ),
          }
        },
      },
      DELETE: {
        summary: 'Delete an organization with everything it has; its name stays taken',
        run: ({ ctx, subject, expectedOf }) =>
          adminOrganizations.delete(ctx, subject.id, expectedOf(subject)),
      },
    },
  })
}
