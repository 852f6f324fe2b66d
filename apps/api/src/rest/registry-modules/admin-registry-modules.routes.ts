import { moduleVerification, type ModuleWithVersions } from '../../domain/registry-modules/registry-module.js'
import type { RegistryModulesService } from '../../domain/registry-modules/registry-modules.service.js'
import type { OrganizationsService } from '../../domain/organizations/organizations.service.js'
import { parseChange } from '../../kernel/input.js'
import { documentOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { presentRegistryModule, registryModuleDocument } from './registry-modules.presenter.js'
import { tag } from './registry-modules.routes.js'

/** `/admin/registry-modules/:id` (contract §7): site administrators only. */
export function adminRegistryModuleResource(
  modules: RegistryModulesService,
  organizations: OrganizationsService,
): Resource {
  return resource<ModuleWithVersions>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      modules.find(ctx, id, writes ? 'site-organizations:write' : 'site-organizations:read'),
    operations: {
      PATCH: {
        summary: 'Say whether a module is verified',
        body: body({ type: 'registry-modules', shape: moduleVerification, parse: parseChange }),
        document: documentOf(registryModuleDocument),
        async run({ ctx, subject, attributes }) {
          const module = await modules.verify(ctx, subject.id, attributes)
          const writable = await organizations.accessMany(ctx, [module.organizationId], 'modules:write')
          return { data: presentRegistryModule(module, writable.size > 0) }
        },
      },
    },
  })
}
