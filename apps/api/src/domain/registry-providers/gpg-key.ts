import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import { text } from '../../kernel/input.js'
import type { OrganizationAccess } from '../organizations/organization.js'

/** A public key that signs providers. Its namespace is the organization that it is registered in. */
export const gpgKey = z.object({
  id: z.string(),
  organizationId: z.string(),
  namespace: text(64).register(inAnswers, { description: 'The name of the organization.' }),
  /** The long id, 16 hexadecimals in capitals. */
  keyId: z.string().meta({ example: '32966F3FB5AC1129' }),
  asciiArmor: text(100_000),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type GpgKey = Readonly<z.output<typeof gpgKey>>

export interface GpgKeyAccess extends OrganizationAccess {
  readonly key: GpgKey
}

/** The attributes of contract §6. */
export const gpgKeyCreation = gpgKey.pick({ namespace: true, asciiArmor: true }).shape
export const gpgKeyChange = gpgKey.pick({ namespace: true }).partial().shape

/** The long id, in capitals, that a long id or a fingerprint of version 4 names; undefined for anything else. */
export const longIdOf = (named: string): string | undefined =>
  /^(?:0x)?(?:[0-9A-F]{24})?([0-9A-F]{16})$/i.exec(named)?.[1]?.toUpperCase()
