import { z } from 'zod'
import { mainArchive } from '../../domain/engine-versions/engine-archive.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'
import { engineVersion as declared, type EngineVersion } from '../../domain/engine-versions/engine-version.js'
import { resourceOf, selfLink } from '../jsonapi/document.js'

const attributes = attributesOf({
  ...declared.pick({ version: true }).shape,
  url: z.string().meta({ description: 'The linux/amd64 archive; empty when there is none.' }),
  sha: z.string().meta({ description: 'SHA-256 of that archive, in lower-case hexadecimals.' }),
  ...declared.pick({ deprecated: true, deprecatedReason: true }).shape,
  endOfLife: endOfLifeDocument,
  ...declared.pick({ official: true, enabled: true, beta: true, usage: true }).shape,
  seenRecently: z.number().meta({ description: 'Tokens that ran it in the last 30 days.' }),
  ...declared.pick({ createdAt: true }).shape,
  archs: z.array(z.object({ url: z.string(), sha: z.string(), os: z.string(), arch: z.string() })),
})

export const engineVersionDocument = resourceOf('engine-versions', 'tool-L4oe7rNwn7J4E5Yr', {
  attributes: z.object(attributes.shape),
  links: selfLink,
}).meta({ id: 'EngineVersion' })

export function presentEngineVersion(
  version: EngineVersion,
  seenRecently: number,
): z.input<typeof engineVersionDocument> {
  return {
    id: version.id,
    type: 'engine-versions',
    attributes: attributes.present({
      ...version,
      ...mainArchive(version.archs),
      endOfLife: presentEndOfLife(version.endOfLife),
      seenRecently,
      archs: version.archs.map(({ url, sha, os, arch }) => ({ url, sha, os, arch })),
    }),
    links: { self: `/api/v2/admin/engine-versions/${version.id}` },
  }
}
