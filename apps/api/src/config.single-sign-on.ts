import { z } from 'zod'

/** As the provider itself writes it: a slash at its end belongs to it. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((value) => !URL.canParse(value) || (!/[?#]/.test(value) && !new URL(value).username), {
    error: 'must have neither query nor credentials',
  })

export const singleSignOnVariables = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60).optional(),
  OIDC_SCOPES: z
    .string()
    .refine((value) => value.split(' ').includes('openid'), { error: 'must hold the word openid' })
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_ADMIN_GROUP: z.string().optional(),
  OIDC_OWNERS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  PASSWORD_SIGN_IN: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
}

const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']

/** All three or none. */
export function singleSignOnFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return missing.map((name) => `${name}: is required, since others of ${names.join(', ')} are set`)
}

/** Without passwords there has to be another way in. */
export function passwordSignInFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const isOnlyWay = given['OIDC_ISSUER'] === undefined
  if (given['PASSWORD_SIGN_IN'] !== 'off' || !isOnlyWay) return []
  return [`PASSWORD_SIGN_IN: may be off only beside ${names.join(', ')}`]
}

const variables = z.object(singleSignOnVariables)

/** Undefined without an OpenID provider. */
export function singleSignOnOf(settings: z.output<typeof variables>) {
  const { OIDC_ISSUER: from, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = settings
  if (from === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    issuer: from,
    clientId,
    clientSecret,
    name: settings.OIDC_NAME ?? new URL(from).host,
    scopes: settings.OIDC_SCOPES,
    groupsClaim: settings.OIDC_GROUPS_CLAIM,
    adminGroup: settings.OIDC_ADMIN_GROUP,
    ownersByGroups: settings.OIDC_OWNERS === 'on',
  }
}
