import { type ScopeChoice, scopeChoices, scopeFault, targets } from '~/app/(signed-in)/tokens/token-presets'
import type { CiIdentityFactsFragment, TrustedIssuerKind } from '~/data/generated/graphql'
import type { UserError } from '~/data/user-errors'

export type Claim = { claim: string; pattern: string }
export type Scope = { choice: ScopeChoice; address: string }

export type FormValues = {
  name: string
  trustedIssuerId: string
  teamId: string
  claims: Claim[]
  scopes: Scope[]
  lifetime: string
  enabled: boolean
}

type KnownClaim = { claim: string; label: string; about: string; placeholder: string }

const ref = (placeholder: string): KnownClaim => ({
  claim: 'ref',
  label: 'Ref',
  about: 'Empty: all. * stands for any characters but /.',
  placeholder,
})

const environment: KnownClaim = {
  claim: 'environment',
  label: 'Environment',
  about: 'To require one, where people approve the job.',
  placeholder: 'production',
}

const ofGitHub: readonly KnownClaim[] = [
  {
    claim: 'repository',
    label: 'Repository',
    about: 'Its owner and name, such as acme/network. acme/* stands for all of the owner.',
    placeholder: 'acme/network',
  },
  ref('refs/tags/v*'),
  environment,
  {
    claim: 'workflow_ref',
    label: 'Workflow',
    about: 'To allow a single workflow.',
    placeholder: 'acme/network/.github/workflows/publish.yml@**',
  },
]

/** Claims about a job that each kind of CI system has a field for; all others are further claims. */
export const knownClaims: Readonly<Record<TrustedIssuerKind, readonly KnownClaim[]>> = {
  GITHUB: ofGitHub,
  FORGEJO: ofGitHub,
  GITLAB: [
    {
      claim: 'project_path',
      label: 'Project',
      about: 'Its group and name, such as acme/network. acme/** stands for all of the group.',
      placeholder: 'acme/network',
    },
    {
      claim: 'ref_type',
      label: 'Kind of ref',
      about: 'tag or branch. Empty: both.',
      placeholder: 'tag',
    },
    ref('v*'),
    environment,
  ],
  OTHER: [{ claim: 'sub', label: 'Subject', about: 'The claim sub of its tokens.', placeholder: '' }],
}

/** The claims of a kind first, with what was said of them already, then all further ones. */
export function claimsFor(kind: TrustedIssuerKind | undefined, said: readonly Claim[]): Claim[] {
  const known = kind === undefined ? [] : knownClaims[kind]
  const patternOf = (name: string) => said.find(({ claim }) => claim === name)?.pattern ?? ''
  const further = said.filter(
    ({ claim, pattern }) => pattern !== '' && !known.some((each) => each.claim === claim),
  )
  return [...known.map(({ claim }) => ({ claim, pattern: patternOf(claim) })), ...further]
}

/** Returns the form values for a scope such as `publish:acme/network/aws`. */
export function scopeIn(text: string): Scope {
  const [kind = '', address = '', access] = text.split(':')
  if (kind === 'publish')
    return { choice: address.split('/').length === 3 ? 'publish' : 'publish-provider', address }
  if (kind === 'workspace') return { choice: access === 'read' ? 'workspace-read' : 'workspace', address }
  return { choice: scopeChoices.find(({ value }) => value === text)?.value ?? 'read', address: '' }
}

const scopeOf = ({ choice, address }: Scope): string => targets[choice]?.scope(address.trim()) ?? choice

export const emptyValues: FormValues = {
  name: '',
  trustedIssuerId: '',
  teamId: '',
  claims: [],
  scopes: [
    { choice: 'publish', address: '' },
    { choice: 'registry', address: '' },
  ],
  lifetime: '15m',
  enabled: true,
}

export const valuesOf = (identity: CiIdentityFactsFragment): FormValues => ({
  name: identity.name,
  trustedIssuerId: identity.issuer?.id ?? '',
  teamId: identity.team?.id ?? '',
  claims: claimsFor(identity.issuer?.kind, identity.claims),
  scopes: identity.scopes.map(scopeIn),
  lifetime: identity.lifetime,
  enabled: identity.enabled,
})

export const labels: Record<keyof FormValues, string> = {
  name: 'name',
  trustedIssuerId: 'issuer',
  teamId: 'team',
  claims: 'claims',
  scopes: 'scopes',
  lifetime: 'lifetime',
  enabled: 'state',
}

const isSaid = ({ pattern }: Claim): boolean => pattern.trim() !== ''

/** Returns the input for the API; empty claims are left out. */
export const inputOf = ({ name, claims, scopes, ...values }: FormValues) => ({
  ...values,
  name: name.trim(),
  claims: claims
    .filter(isSaid)
    .map(({ claim, pattern }) => ({ claim: claim.trim(), pattern: pattern.trim() })),
  scopes: [...new Set(scopes.map(scopeOf))],
})

/** The faults of a claim or a scope stand at its own input: claims that were left out have been counted by the form. */
export function placed({ claims, scopes }: FormValues, errors: readonly UserError[]): UserError[] {
  const sent = claims.flatMap((claim, index) => (isSaid(claim) ? [index] : []))
  return errors.map((error) => {
    const [list, index = '', ...rest] = error.field
    if (list === 'claims' && index !== '')
      return { ...error, field: [list, String(sent[Number(index)] ?? 0), ...rest] }
    if (list !== 'scopes' || index === '') return error
    const wanted = [...new Set(scopes.map(scopeOf))][Number(index)]
    const place = scopes.findIndex((scope) => scopeOf(scope) === wanted)
    return { ...error, field: [list, String(place), 'address'] }
  })
}

/**
 * Tells whether the form has an input for a path; errors of all claims, or of a right without an address,
 * stand above the inputs.
 */
export function hasInput(values: FormValues, path: string): boolean {
  const [list = '', index] = path.split('.')
  if (list === 'claims') return index !== undefined
  if (list !== 'scopes') return Object.hasOwn(values, list)
  return index !== undefined && targets[values.scopes[Number(index)]?.choice ?? 'read'] !== undefined
}

/** Checks before anything is sent; the API decides. */
export function validation(values: FormValues): Record<string, string> {
  const faults: Record<string, string> = {}
  if (values.name.trim() === '') faults['name'] = 'Give it a name.'
  if (values.trustedIssuerId === '') faults['trustedIssuerId'] = 'Choose where the jobs run.'
  if (values.teamId === '') faults['teamId'] = 'Choose the team whose tokens the jobs get.'
  if (values.trustedIssuerId !== '' && !values.claims.some(isSaid))
    faults['claims.0.pattern'] = 'Say which jobs get tokens.'
  values.claims.forEach(({ claim, pattern }, index) => {
    if (claim.trim() === '' && pattern.trim() !== '') faults[`claims.${index}.claim`] = 'Name the claim.'
  })
  values.scopes.forEach(({ choice, address }, index) => {
    const fault = scopeFault(choice, address)
    if (fault !== undefined) faults[`scopes.${index}.address`] = fault
  })
  return faults
}
