import {
  changeFaults,
  creationFaults,
  engineVersionChange,
  engineVersionCreation,
  type EngineVersion,
} from '../../domain/engine-versions/engine-version.js'
import { recentDaysEnd } from '../../domain/engine-sightings/engine-sighting.js'
import type { EngineSightingsService } from '../../domain/engine-sightings/engine-sightings.service.js'
import type { FaceServices } from '../../http/face-services.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { engineVersionDocument, presentEngineVersion } from './engine-versions.presenter.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'

const tag = 'Engine versions'
const document = documentOf(engineVersionDocument)

/** Cache tags of both cached answers. */
const cached = {
  tags: () => [cacheTags.engineVersions, cacheTags.engineSightings],
  endsAt: ({ clock }: OperationContext) => recentDaysEnd(clock),
}

/** The documents of versions, with who ran them: one statement for all of them. */
async function present(
  ctx: OperationContext,
  sightings: EngineSightingsService,
  versions: readonly EngineVersion[],
): Promise<ReturnType<typeof presentEngineVersion>[]> {
  const numbers = versions.map(({ version }) => version)
  const seen = await sightings.seenRecently(ctx, numbers)
  return versions.map((each) => presentEngineVersion(each, seen.get(each.version)?.tokens ?? 0))
}

const presentOne = async (
  ctx: OperationContext,
  sightings: EngineSightingsService,
  version: EngineVersion,
) => ({
  data: (await present(ctx, sightings, [version]))[0],
})

/** `/admin/engine-versions` (contract §4): site administrators only. */
export function engineVersionsResource({ engineVersions, engineSightings }: FaceServices): Resource {
  return resource({
    tag,
    async authorize(ctx, _params, writes) {
      requirePermission(ctx, writes ? 'engine-versions:write' : 'engine-versions:read')
    },
    operations: {
      GET: {
        summary: 'List the engine versions, newest first',
        isPaged: true,
        parameters: {
          'filter[version]': described('The exact version; wins over the search.'),
          'search[version]': described('A part of the version.'),
        },
        document: listOf(engineVersionDocument),
        ...cached,
        async run({ ctx, query, page, url }) {
          const version = query['filter[version]'] as string | undefined
          const search = query['search[version]'] as string | undefined
          const list = await engineVersions.list(ctx, { version, search }, page)
          const items = await present(ctx, engineSightings, list.items)
          return listDocument(url, { ...list, items }, (item) => item)
        },
      },
      POST: {
        summary: 'Create an engine version',
        body: body({
          type: 'engine-versions',
          shape: engineVersionCreation,
          rules: creationFaults,
          parse: parseCreation,
        }),
        document,
        run: async ({ ctx, attributes }) =>
          presentOne(ctx, engineSightings, await engineVersions.create(ctx, attributes)),
      },
    },
  })
}

/** `/admin/engine-versions/:id`. */
export function engineVersionResource({ engineVersions, engineSightings }: FaceServices): Resource {
  return resource<EngineVersion>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      engineVersions.find(ctx, id, writes ? 'engine-versions:write' : 'engine-versions:read'),
    operations: {
      GET: {
        summary: 'Show an engine version',
        document,
        ...cached,
        run: ({ ctx, subject }) => presentOne(ctx, engineSightings, subject),
      },
      PATCH: {
        summary: 'Update an engine version; absent attributes stay',
        body: body({
          type: 'engine-versions',
          shape: engineVersionChange,
          rules: changeFaults,
          parse: parseChange,
        }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const updated = await engineVersions.update(ctx, subject.id, attributes, expectedOf(subject))
          return presentOne(ctx, engineSightings, updated)
        },
      },
      DELETE: {
        summary: 'Delete an engine version that is neither official nor in use',
        run: ({ ctx, subject, expectedOf }) => engineVersions.delete(ctx, subject.id, expectedOf(subject)),
      },
    },
  })
}
