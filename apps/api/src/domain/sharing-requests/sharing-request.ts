import { isOrganizationName } from '@engine/shared'
import { z } from 'zod'
import { text } from '../../kernel/input.js'

/** An open request of an organization to site administrators; the answer ends it. */
export interface SharingRequest {
  readonly id: string
  readonly organizationId: string
  /** The name of the organization that shall share its modules, as it was typed: there may be none. */
  readonly producer: string
  readonly reason: string
  readonly askedById: string | null
  readonly askedByName: string
  readonly createdAt: Date
}

/** Limit of the open requests of one organization. */
export const mostOpen = 10

/** The first part of a module's address, behind the host where one was typed with it. */
function toProducer(typed: string): string {
  const parts = typed.trim().split('/')
  return (parts.length === 4 ? parts[1] : parts.length === 3 || parts.length === 1 ? parts[0] : '') ?? ''
}

export const sharingRequestCreation = {
  producer: z.string().max(400).transform(toProducer).pipe(text(64, isOrganizationName)),
  reason: text(500, (reason) => reason.trim() !== ''),
}
