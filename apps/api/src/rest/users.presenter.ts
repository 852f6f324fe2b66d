import { z } from 'zod'
import type { User } from '../domain/identity/user.js'

export const userDocument = z.object({
  id: z.string().meta({ example: 'user-V3R563qtJNcExAkN' }),
  type: z.literal('users'),
  attributes: z.object({
    username: z.string(),
    email: z.string(),
    'is-service-account': z.boolean(),
    'is-admin': z.boolean(),
    'is-site-admin': z.boolean(),
  }),
  links: z.object({ self: z.string() }),
})

export function presentUser(user: User): z.input<typeof userDocument> {
  return {
    id: user.id,
    type: 'users',
    attributes: {
      username: user.username,
      email: user.email,
      'is-service-account': false,
      'is-admin': user.isSiteAdmin,
      'is-site-admin': user.isSiteAdmin,
    },
    links: { self: `/api/v2/users/${user.id}` },
  }
}
