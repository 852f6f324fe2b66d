import type { ModuleAccessService } from '../../domain/registry-modules/module-access.service.js'
import { deprecationChange } from '../../domain/lifecycle/deprecation.js'
import { endOfLifeChange } from '../../domain/lifecycle/end-of-life.js'
import { moduleVersionCreation } from '../../domain/registry-modules/registry-module-version.js'
import type { RegistryModuleVersionsService } from '../../domain/registry-modules/registry-module-versions.service.js'
import type { ModuleAccess, ModuleVersionAccess } from '../../domain/registry-modules/registry-module.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf } from '../jsonapi/document.js'
import { invalidParameter, RequestError } from '../jsonapi/errors.js'
import { needed } from '../jsonapi/query.js'
import { body, resource, type Operation, type Resource } from '../jsonapi/resource.js'
import { presentRegistryModuleVersion, registryModuleVersionDocument } from './registry-modules.presenter.js'
import { addressIn, permissionTo, tag } from './registry-modules.routes.js'

const type = 'registry-module-versions'
const document = documentOf(registryModuleVersionDocument)

async function shown(
  ctx: OperationContext,
  versions: RegistryModuleVersionsService,
  { module, version }: Pick<ModuleVersionAccess, 'module' | 'version'>,
) {
  const engineConstraints = await versions.engineConstraints(ctx, version)
  return { data: presentRegistryModuleVersion(module, version, { engineConstraints }) }
}

/** `…/:provider/versions`, below the organization's modules and where older clients ask (contract §7). */
export function registryModuleVersionsResource({
  moduleVersions,
  moduleAccess,
  uploadLink,
}: FaceServices): Resource {
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params, writes) =>
      moduleAccess.module(ctx, addressIn(params), writes ? 'modules:publish' : 'modules:read'),
    operations: {
      POST: {
        summary: 'Create a version; its upload link is in this answer only',
        body: body({ type, shape: moduleVersionCreation, parse: parseCreation }),
        document,
        async run({ ctx, subject, attributes }) {
          const { module, version } = await moduleVersions.create(ctx, subject.module.id, attributes)
          const upload = uploadLink(ctx, version.id)
          return { data: presentRegistryModuleVersion(module, version, { upload }) }
        },
      },
    },
  })
}

/** `…/:provider/version?module_version=X`. */
export function shownModuleVersionResource({ moduleVersions, moduleAccess }: FaceServices): Resource {
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params) => moduleAccess.module(ctx, addressIn(params), 'modules:read'),
    operations: {
      GET: {
        summary: 'Show a version',
        parameters: { module_version: needed('The version to show.') },
        document,
        async run({ ctx, subject, query }) {
          const wanted = query['module_version'] as string | undefined
          if (!wanted)
            throw new RequestError([invalidParameter('module_version', 'module_version is required')])
          return shown(
            ctx,
            moduleVersions,
            await moduleAccess.version(ctx, subject.module, wanted, 'modules:read'),
          )
        },
      },
    },
  })
}

type ByNumber = Resource<ModuleVersionAccess>['authorize']

const byNumber =
  (access: ModuleAccessService): ByNumber =>
  (ctx, { version = '', ...params }, writes, _search, method) =>
    writes && method !== 'PATCH'
      ? access.versionToDelete(ctx, addressIn(params), version)
      : access.version(ctx, addressIn(params), version, permissionTo(writes))

/** `…/:provider/:version`: one version by its number. */
export function moduleVersionResource({ moduleVersions, moduleAccess }: FaceServices): Resource {
  return resource<ModuleVersionAccess>({
    tag,
    authorize: byNumber(moduleAccess),
    operations: {
      GET: {
        summary: 'Show a version by its number',
        document,
        run: ({ ctx, subject }) => shown(ctx, moduleVersions, subject),
      },
      PATCH: {
        summary: 'Deprecate, revoke or restore a published version',
        body: body({
          type,
          otherTypes: ['module-versions'],
          shape: { ...deprecationChange, ...endOfLifeChange },
          parse: parseChange,
        }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const { id } = subject.version
          const updated = await moduleVersions.update(ctx, id, attributes, expectedOf(subject.module))
          return shown(ctx, moduleVersions, updated)
        },
      },
      DELETE: deletionBy(moduleVersions),
    },
  })
}

/** `POST /registry-modules/actions/delete/:org/:name/:provider/:version`, as older clients ask. */
export function deleteModuleVersionResource({ moduleVersions, moduleAccess }: FaceServices): Resource {
  return resource<ModuleVersionAccess>({
    tag,
    authorize: byNumber(moduleAccess),
    operations: { POST: deletionBy(moduleVersions) },
  })
}

const deletionBy = (versions: RegistryModuleVersionsService): Operation<ModuleVersionAccess> => ({
  summary: 'Delete a version; a number that was published stays taken',
  status: 204,
  run: ({ ctx, subject, expectedOf }) => versions.delete(ctx, subject.version.id, expectedOf(subject.module)),
})
