import { z } from 'zod'
import { gpgKey, type GpgKey } from '../../domain/registry-providers/gpg-key.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { selfLink } from '../jsonapi/document.js'

const attributes = attributesOf({
  ...gpgKey.pick({ namespace: true, keyId: true, asciiArmor: true }).shape,
  source: z.string(),
  sourceUrl: z.string().nullable(),
  trustSignature: z.string(),
  ...gpgKey.pick({ createdAt: true, updatedAt: true }).shape,
})

export const gpgKeyDocument = z
  .object({
    id: z.string(),
    type: z.literal('gpg-keys'),
    attributes: z.object(attributes.shape),
    links: selfLink,
  })
  .meta({ id: 'SigningKey' })

export function presentGpgKey(key: GpgKey): z.input<typeof gpgKeyDocument> {
  return {
    id: key.id,
    type: 'gpg-keys',
    attributes: attributes.present({ ...key, source: '', sourceUrl: null, trustSignature: '' }),
    links: { self: `/api/registry/private/v2/gpg-keys/${key.namespace}/${key.keyId}` },
  }
}
