import { isDuration, millisecondsOf } from '@engine/shared'
import { z } from 'zod'
import { days } from './kernel/clock.js'

/** No date that PostgreSQL or a client could not write. */
const longest = days(36_500)

const lifetime = z
  .string()
  .refine((value) => isDuration(value) && millisecondsOf(value) >= 1 && millisecondsOf(value) <= longest, {
    error: 'must be a duration such as 90d, above 0 and at most 100 years',
  })
  .transform(millisecondsOf)

export const tokenVariables = {
  MAX_TOKEN_LIFETIME: lifetime.optional(),
  CLI_LOGIN_LIFETIME: lifetime.default(days(30)),
  SSO_TOKEN_IDLE: z
    .union([z.enum(['off', '0']).transform(() => Infinity), lifetime], {
      error: 'must be a duration such as 30d, above 0 and at most 100 years, or off',
    })
    .default(days(30)),
}

const variables = z.object(tokenVariables)

/** How long tokens live (contract §10). */
export function tokenLifetimesOf(settings: z.output<typeof variables>) {
  return {
    maximum: settings.MAX_TOKEN_LIFETIME,
    cliLogin: settings.CLI_LOGIN_LIFETIME,
    singleSignOnIdle: Number.isFinite(settings.SSO_TOKEN_IDLE) ? settings.SSO_TOKEN_IDLE : undefined,
  }
}
