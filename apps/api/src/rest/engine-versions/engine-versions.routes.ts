import {
  changeFaults,
  creationFaults,
  engineVersionChange,
  engineVersionCreation,
  type EngineVersion,
} from '../../domain/engine-versions/engine-version.js'
import type { EngineSightingsService } from '../../domain/engine-sightings/engine-sightings.service.js'
import type { EngineVersionsService } from '../../domain/engine-versions/engine-versions.service.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import { seconds } from '../../kernel/clock.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { engineVersionDocument, presentEngineVersion } from './engine-versions.presenter.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'

const tag = 'Engine versions'
const document = documentOf(engineVersionDocument)

/** `/admin/engine-versions` (contract §4): site administrators only. */
export function engineVersionsResource(service: EngineVersionsService): Resource {
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
        tags: () => [cacheTags.engineVersions],
        async run({ ctx, query, page, url }) {
          const version = query['filter[version]'] as string | undefined
          const search = query['search[version]'] as string | undefined
          return listDocument(url, await service.list(ctx, { version, search }, page), (each) =>
            presentEngineVersion(each),
          )
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
        run: async ({ ctx, attributes }) => ({
          data: presentEngineVersion(await service.create(ctx, attributes)),
        }),
      },
    },
  })
}

/** `/admin/engine-versions/:id`. */
export function engineVersionResource(
  service: EngineVersionsService,
  sightings: EngineSightingsService,
): Resource {
  return resource<EngineVersion>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      service.find(ctx, id, writes ? 'engine-versions:write' : 'engine-versions:read'),
    operations: {
      GET: {
        summary: 'Show an engine version',
        document,
        tags: () => [cacheTags.engineVersions],
        lifetime: seconds(20),
        async run({ ctx, subject }) {
          const seen = await sightings.seenRecently(ctx, [subject.version])
          return { data: presentEngineVersion(subject, seen.get(subject.version)?.tokens ?? 0) }
        },
      },
      PATCH: {
        summary: 'Update an engine version; what is absent stays',
        body: body({
          type: 'engine-versions',
          shape: engineVersionChange,
          rules: changeFaults,
          parse: parseChange,
        }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const expected = expectedOf(subject)
          return { data: presentEngineVersion(await service.update(ctx, subject.id, attributes, expected)) }
        },
      },
      DELETE: {
        summary: 'Delete an engine version that is neither official nor in use',
        run: ({ ctx, subject, expectedOf }) => service.delete(ctx, subject.id, expectedOf(subject)),
      },
    },
  })
}
