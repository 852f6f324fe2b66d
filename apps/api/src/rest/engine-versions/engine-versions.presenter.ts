import { z } from 'zod'
import { mainArchive } from '../../domain/engine-versions/engine-archive.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'
import type { EngineVersion } from '../../domain/engine-versions/engine-version.js'

export const engineVersionDocument = z
  .object({
    id: z.string().meta({ example: 'tool-L4oe7rNwn7J4E5Yr' }),
    type: z.literal('engine-versions'),
    attributes: z.object({
      version: z.string().meta({ example: '1.9.0' }),
      url: z.string().meta({ description: 'The linux/amd64 archive; empty when there is none.' }),
      sha: z.string().meta({ description: 'SHA-256 of that archive, in lower-case hexadecimals.' }),
      deprecated: z.boolean(),
      'deprecated-reason': z.string().nullable(),
      'end-of-life': endOfLifeDocument,
      official: z.boolean(),
      enabled: z.boolean(),
      beta: z.boolean(),
      usage: z.number().int().meta({ description: 'How many workspaces use the version.' }),
      'seen-recently': z.number().int().meta({ description: 'Tokens that ran it in the last 30 days.' }),
      'created-at': z.string(),
      archs: z.array(z.object({ url: z.string(), sha: z.string(), os: z.string(), arch: z.string() })),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'EngineVersion' })

export function presentEngineVersion(
  version: EngineVersion,
  seenRecently: number,
): z.input<typeof engineVersionDocument> {
  return {
    id: version.id,
    type: 'engine-versions',
    attributes: {
      version: version.version,
      url: mainArchive(version.archs).url,
      sha: mainArchive(version.archs).sha,
      deprecated: version.deprecated,
      'deprecated-reason': version.deprecatedReason,
      'end-of-life': presentEndOfLife(version.endOfLife),
      official: version.official,
      enabled: version.enabled,
      beta: version.beta,
      usage: version.usage,
      'seen-recently': seenRecently,
      'created-at': version.createdAt.toISOString(),
      archs: version.archs.map(({ url, sha, os, arch }) => ({ url, sha, os, arch })),
    },
    links: { self: `/api/v2/admin/engine-versions/${version.id}` },
  }
}
