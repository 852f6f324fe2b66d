import { z } from 'zod'
import {
  moduleChange,
  moduleCreation,
  permissionToCreateIn,
  type ModuleAccess,
  type ModuleAddress,
  type Module,
  type RegistryModuleFilter,
  moduleVerification,
} from '../../domain/registry-modules/registry-module.js'
import type { VersionStatuses } from '../../domain/registry-modules/registry-module-version.js'
import type { AccessDecision, OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { allowsIn, requirePermission, requireScope, type Permission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, refusing, resource, type Operation, type Resource } from '../jsonapi/resource.js'
import { presentRegistryModule, registryModuleDocument, statusWords } from './registry-modules.presenter.js'

export const tag = 'Registry modules'
const type = 'registry-modules'
const document = documentOf(registryModuleDocument)

type Params = Readonly<Record<string, string>>

/** Reads a module's address. Older paths name the organization alone; a namespace in addition has to be the same. */
export function addressIn({ org = '', namespace = org, name = '', provider = '' }: Params): ModuleAddress {
  const isHere = namespace.toLowerCase() === org.toLowerCase()
  return { namespace: isHere ? namespace : '', name, provider }
}

export const permissionTo = (writes: boolean): Permission => (writes ? 'modules:write' : 'modules:read')

type Versions = Pick<FaceServices, 'moduleVersions'>

const mayWrite = (ctx: OperationContext, { roles }: Pick<AccessDecision, 'roles'>): boolean =>
  allowsIn(roles, ctx.actor, 'modules:write')

/** Reads what a document says of the versions of these modules, by module. */
const statusesOf = async (
  ctx: OperationContext,
  { moduleVersions }: Versions,
  modules: readonly Module[],
) => {
  const ids = modules.map(({ id }) => id)
  const found = ids.length > 0 ? await moduleVersions.statusesOf(ctx, ids, statusWords) : undefined
  return ({ id }: Module): VersionStatuses => found?.get(id) ?? { isSetUp: false, text: '[]' }
}

/** One module as a document. */
async function shown(ctx: OperationContext, services: Versions, module: Module, mayBeWritten: boolean) {
  const statuses = await statusesOf(ctx, services, [module])
  return { data: presentRegistryModule(module, statuses(module), mayBeWritten) }
}

const showing = (services: Versions): Operation<ModuleAccess> => ({
  summary: 'Show a module',
  document,
  tags: ({ subject }) => [cacheTags.access, cacheTags.modulesOf(subject.module.organizationId)],
  run: ({ ctx, subject }) => shown(ctx, services, subject.module, mayWrite(ctx, subject)),
})

const relationships = {
  tagBindings: { type: 'tag-bindings', refusal: 'Tags of modules are not offered here' },
} as const

/** `/organizations/:org/registry-modules` (contract §7, publishing). */
export function registryModulesResource(services: FaceServices): Resource {
  const { modules, organizations } = services
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? permissionToCreateIn(ctx.actor, org) : 'modules:read'),
    operations: {
      GET: {
        summary: 'List the modules of an organization, by name and provider',
        isPaged: true,
        // Clients ask for what they could be made from without code; there is no such thing here.
        includes: ['no-code-modules'],
        parameters: {
          q: described('A part of the name or the provider, in any case.'),
          'filter[provider]': described('The exact provider.'),
          'filter[registry_name]': z
            .enum(['private', 'public'])
            .meta({ description: 'All modules are private: `public` finds none.' }),
          'filter[organization_name]': described('The exact name of the owning organization.'),
        },
        document: listOf(registryModuleDocument),
        tags: ({ subject }) => [cacheTags.access, cacheTags.modulesOf(subject.organization.id)],
        async run({ ctx, subject, query, page, url }) {
          const list = await modules.list(ctx, subject.organization.name, toFilter(query), page)
          const statuses = await statusesOf(ctx, services, list.items)
          const present = (module: Module) =>
            presentRegistryModule(module, statuses(module), mayWrite(ctx, subject))
          return listDocument(url, list, present)
        },
      },
      POST: {
        summary: 'Create a module; versions come next',
        body: body({ type, shape: moduleCreation, parse: parseCreation, relationships }),
        document,
        async run({ ctx, subject, attributes }) {
          const created = await modules.create(ctx, subject.organization.name, attributes)
          return shown(ctx, services, created, mayWrite(ctx, subject))
        },
      },
    },
  })
}

const fromRepository = refusing(
  'Modules cannot be published from a repository',
  'Publishing from a repository is not offered here: create the module by its name and provider, and upload versions',
)

/** `/organizations/:org/registry-modules/vcs` (contract §19). */
export function modulesOfRepositoriesResource({ organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => organizations.access(ctx, org, permissionToCreateIn(ctx.actor, org)),
    operations: { POST: fromRepository },
  })
}

/** `/registry-modules` (contract §19): no organization is named here, so that the scope alone counts. */
export function modulesOfUnnamedResource(): Resource {
  return resource({
    tag,
    async authorize(ctx) {
      requirePermission(ctx, 'account:read')
      requireScope(ctx, 'modules:write')
    },
    operations: { POST: fromRepository },
  })
}

function toFilter(query: Readonly<Record<string, unknown>>): RegistryModuleFilter {
  return {
    search: query['q'] as string | undefined,
    provider: query['filter[provider]'] as string | undefined,
    registryName: query['filter[registry_name]'] as RegistryModuleFilter['registryName'],
    organization: query['filter[organization_name]'] as string | undefined,
  }
}

/** `/organizations/:org/registry-modules/private/:namespace/:name/:provider`. */
export function registryModuleResource(services: FaceServices): Resource {
  const { modules, moduleAccess } = services
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params, writes) => moduleAccess.module(ctx, addressIn(params), permissionTo(writes)),
    operations: {
      GET: showing(services),
      PATCH: {
        summary: 'Update a module; absent attributes stay',
        body: body({ type, shape: moduleChange, parse: parseChange, relationships }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const updated = await modules.update(ctx, subject.module.id, attributes, expectedOf(subject.module))
          return shown(ctx, services, updated, mayWrite(ctx, subject))
        },
      },
      DELETE: {
        summary: 'Delete a module with all its versions; the numbers stay taken',
        run: ({ ctx, subject, expectedOf }) =>
          modules.delete(ctx, [subject.module.id], expectedOf(subject.module)),
      },
    },
  })
}

/** `/registry-modules/:id`. */
export function registryModuleByIdResource(services: FaceServices): Resource {
  const { moduleAccess } = services
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => moduleAccess.moduleById(ctx, id, permissionTo(writes)),
    operations: { GET: showing(services) },
  })
}

/** All modules of a name: `DELETE` of their common path, or `POST` where older clients ask for it. */
export function namedModulesResource(
  { modules, moduleAccess }: FaceServices,
  method: 'DELETE' | 'POST',
): Resource {
  type Named = readonly Module[]
  const deletion: Operation<Named> = {
    summary: 'Delete the modules of this name, for all providers',
    status: 204,
    run: ({ ctx, subject }) => {
      const ids = subject.map(({ id }) => id)
      return modules.delete(ctx, ids)
    },
  }
  return resource<Named>({
    tag,
    authorize(ctx, params, writes) {
      const { namespace, name } = addressIn(params)
      return moduleAccess.findByName(ctx, namespace, name, permissionTo(writes))
    },
    operations: { [method]: deletion },
  })
}

/** `POST /registry-modules/actions/delete/:org/:name/:provider`, as older clients ask. */
export function deleteModuleResource({ modules, moduleAccess }: FaceServices): Resource {
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params, writes) => moduleAccess.module(ctx, addressIn(params), permissionTo(writes)),
    operations: {
      POST: {
        summary: 'Delete a module with all its versions',
        status: 204,
        run: ({ ctx, subject }) => modules.delete(ctx, [subject.module.id]),
      },
    },
  })
}

/** `/admin/registry-modules/:id` (contract §7): site administrators only. */
export function adminRegistryModuleResource(services: FaceServices): Resource {
  const { modules, organizations } = services
  return resource<Module>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      modules.find(ctx, id, writes ? 'site-organizations:write' : 'site-organizations:read'),
    operations: {
      PATCH: {
        summary: 'Set whether a module is verified',
        body: body({ type, shape: moduleVerification, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes }) {
          const module = await modules.verify(ctx, subject.id, attributes)
          const writable = await organizations.accessMany(ctx, [module.organizationId], 'modules:write')
          return shown(ctx, services, module, writable.size > 0)
        },
      },
    },
  })
}
