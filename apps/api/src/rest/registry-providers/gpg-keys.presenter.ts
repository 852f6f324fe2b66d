import { z } from 'zod'
import type { GpgKey } from '../../domain/registry-providers/gpg-key.js'

export const gpgKeyDocument = z
  .object({
    id: z.string(),
    type: z.literal('gpg-keys'),
    attributes: z.object({
      namespace: z.string().meta({ description: 'The name of the organization.' }),
      'key-id': z.string().meta({ example: '32966F3FB5AC1129' }),
      'ascii-armor': z.string(),
      source: z.string(),
      'source-url': z.string().nullable(),
      'trust-signature': z.string(),
      'created-at': z.string(),
      'updated-at': z.string(),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'SigningKey' })

export function presentGpgKey(key: GpgKey): z.input<typeof gpgKeyDocument> {
  return {
    id: key.id,
    type: 'gpg-keys',
    attributes: {
      namespace: key.namespace,
      'key-id': key.keyId,
      'ascii-armor': key.asciiArmor,
      source: '',
      'source-url': null,
      'trust-signature': '',
      'created-at': key.createdAt.toISOString(),
      'updated-at': key.updatedAt.toISOString(),
    },
    links: { self: `/api/registry/private/v2/gpg-keys/${key.namespace}/${key.keyId}` },
  }
}
