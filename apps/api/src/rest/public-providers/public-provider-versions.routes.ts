import type { AdminPublicProvidersService } from '../../domain/public-providers/admin-public-providers.service.js'
import {
  publicVersionChange,
  type PublicProvider,
  type PublicProviderVersion,
} from '../../domain/public-providers/public-provider.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import { parseChange } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import { presentPublicProviderVersion, publicProviderVersionDocument } from './public-providers.presenter.js'
import { providerIn, tag } from './public-providers.routes.js'

const document = documentOf(publicProviderVersionDocument)

/** The documents of versions: one statement for all of them. */
async function present(
  ctx: OperationContext,
  service: AdminPublicProvidersService,
  versions: readonly PublicProviderVersion[],
): Promise<ReturnType<typeof presentPublicProviderVersion>[]> {
  const platforms = await service.platformsOf(
    ctx,
    versions.map(({ id }) => id),
  )
  const { cooldown } = service.site
  const now = ctx.clock.now()
  return versions.map((each) =>
    presentPublicProviderVersion(each, { cooldown, now, platforms: platforms.get(each.id) }),
  )
}

const presentOne = async (
  ctx: OperationContext,
  service: AdminPublicProvidersService,
  version: PublicProviderVersion,
) => ({ data: (await present(ctx, service, [version]))[0] })

/** `/admin/public-providers/:id/versions` (contract §14). */
export function publicProviderVersionsResource(services: FaceServices): Resource {
  const { adminPublicProviders: service } = services
  return resource<PublicProvider>({
    tag,
    authorize: providerIn(services),
    operations: {
      GET: {
        summary: 'List the versions of a public provider, newest first',
        isPaged: true,
        document: listOf(publicProviderVersionDocument),
        async run({ ctx, subject, page, url }) {
          const list = found((await service.versionsOf(ctx, [subject.id], page)).get(subject.id))
          const items = await present(ctx, service, list.items)
          return listDocument(url, { ...list, items }, (item) => item)
        },
      },
    },
  })
}

/** `/admin/public-provider-versions/:id`. */
export function publicProviderVersionResource({ adminPublicProviders: service }: FaceServices): Resource {
  return resource<PublicProviderVersion>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      service.findVersion(ctx, id, writes ? 'public-providers:write' : 'public-providers:read'),
    operations: {
      GET: {
        summary: 'Show a version of a public provider',
        document,
        run: ({ ctx, subject }) => presentOne(ctx, service, subject),
      },
      PATCH: {
        summary: 'Release, block or accept a version for all organizations, or withdraw the decision',
        body: body({ type: 'public-provider-versions', shape: publicVersionChange, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const decided = await service.decide(ctx, subject.id, attributes, expectedOf(subject))
          return presentOne(ctx, service, decided)
        },
      },
    },
  })
}
