import { z } from 'zod'
import { inAnswers } from '../../kernel/declaration.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { text, type Parsed } from '../../kernel/input.js'
import type { AuditSubject } from '../audit/audit.js'
import { issuerKinds, kindOf } from './issuer-kind.js'

/** An issuer of OpenID tokens whose CI the site trusts (contract §15). */
export const trustedIssuer = z.object({
  id: z.string(),
  name: text(100),
  issuer: text(2048, isIssuer).register(inAnswers, {
    description: 'The exact `iss` of its tokens.',
    example: 'https://token.actions.githubusercontent.com',
  }),
  kind: z.enum(issuerKinds).register(inAnswers, {
    description: 'Which claims its tokens have: `github`, `gitlab`, `forgejo` or `other`.',
  }),
  jwksUrl: text(2048, isAddress).nullable().register(inAnswers, {
    description: 'The address of its keys; null: the one in its discovery document.',
  }),
  audiences: z.array(text(512)).register(inAnswers, {
    description:
      'Accepted values of `aud` in its tokens; by default the address of the platform, and its host.',
  }),
  /** Names; null: all. */
  organizations: z.array(z.string()).nullable().register(inAnswers, {
    description: 'The names of the organizations that may use it; null: all.',
  }),
  enabled: z.boolean().register(inAnswers, { description: 'Disabling it ends the tokens that it gave.' }),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type TrustedIssuer = Readonly<z.output<typeof trustedIssuer>>

/** The part of a trusted issuer that owners of organizations see. */
export type KnownIssuer = Pick<TrustedIssuer, 'id' | 'name' | 'issuer' | 'kind'>

const { name, issuer, kind, jwksUrl, enabled } = trustedIssuer.shape
const audiences = z.array(text(512)).max(10)
const organizations = z.array(text(64)).max(1000).nullable()

export const trustedIssuerCreation = {
  name,
  issuer,
  kind: kind.optional(),
  jwksUrl: jwksUrl.optional(),
  audiences: audiences.optional(),
  organizations: organizations.optional(),
  enabled: enabled.optional(),
}

/** The attributes that administrators set, except the organizations, which are separate rows. */
export const decided = { name, issuer, kind, jwksUrl, audiences, enabled }

/** A change: absent attributes stay; null for `audiences` restores the default. */
export const trustedIssuerChange = {
  name: name.optional(),
  issuer: issuer.optional(),
  kind: kind.optional(),
  jwksUrl: jwksUrl.optional(),
  audiences: audiences.nullable().optional(),
  organizations: organizations.optional(),
  enabled: enabled.optional(),
}

export type TrustedIssuerFacts = Omit<TrustedIssuer, 'id' | 'organizations' | 'createdAt' | 'updatedAt'>

export function newTrustedIssuer(input: Parsed<typeof trustedIssuerCreation>): TrustedIssuerFacts {
  return {
    name: input.name,
    issuer: input.issuer,
    kind: input.kind ?? kindOf(input.issuer),
    jwksUrl: input.jwksUrl ?? null,
    audiences: input.audiences ?? [],
    enabled: input.enabled ?? true,
  }
}

/** Refuses plain http, but for hosts that the configuration allows. */
export const faultsOfAddresses = (
  given: { readonly issuer?: string | undefined; readonly jwksUrl?: string | null | undefined },
  isAllowed: (url: URL) => boolean,
): readonly Fault[] =>
  (['issuer', 'jwksUrl'] as const).flatMap((name) => {
    const url = given[name] ? new URL(given[name]) : undefined
    return url === undefined || url.protocol === 'https:' || isAllowed(url) ? [] : [faults.invalid(name)]
  })

/** True where tokens of before may not be valid after the change. */
export const isOther = (before: TrustedIssuerFacts, after: TrustedIssuerFacts): boolean =>
  !after.enabled || before.issuer !== after.issuer || before.jwksUrl !== after.jwksUrl

export const trustedIssuerSubject = ({ id, name }: Pick<TrustedIssuer, 'id' | 'name'>): AuditSubject => ({
  type: 'trusted-issuer',
  id,
  name,
})

/** True for an address without query and fragment, as issuers have (OpenID Connect Discovery §3). */
function isIssuer(value: string): boolean {
  return isAddress(value) && !/[?#]/.test(value)
}

function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
