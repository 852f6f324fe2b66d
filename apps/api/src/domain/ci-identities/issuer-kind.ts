import type { Provenance } from '../../kernel/provenance.js'

export const issuerKinds = ['github', 'gitlab', 'forgejo', 'other'] as const
export type IssuerKind = (typeof issuerKinds)[number]

/** The claims of a verified token, as its issuer wrote them. */
export type Claims = Readonly<Record<string, unknown>>

interface KindFacts {
  /** The claims that name a repository or its owner; one of them is among the patterns of an identity. */
  readonly naming: readonly string[]
  /** The claims whose letters the forge itself does not tell apart: names of repositories, owners and environments. */
  readonly inAnyLetters: readonly string[]
  /** The claim that is the path of a repository, and how many parts it has; null: two or more. */
  readonly path: { readonly claim: string; readonly parts: number | null } | undefined
  /** Claims in the answer to a token that fits no identity: always these, so that callers learn nothing of identities. */
  readonly told: readonly string[]
  readonly provenanceOf: (text: (claim: string) => string | null, server: string) => Job
}

type Job = Omit<Provenance, 'issuer' | 'subject'>

const ofGithub: KindFacts = {
  naming: ['repository', 'repository_id', 'repository_owner_id'],
  inAnyLetters: ['repository', 'repository_owner', 'environment'],
  path: { claim: 'repository', parts: 2 },
  told: [
    'sub',
    'repository',
    'repository_id',
    'repository_owner_id',
    'ref',
    'environment',
    'event_name',
    'workflow_ref',
    'job_workflow_ref',
  ],
  provenanceOf: (text, server) => ({
    repository: text('repository'),
    ref: text('ref'),
    commit: text('sha'),
    workflow: text('workflow_ref') ?? text('workflow'),
    runUrl: joined(server, text('repository'), '/actions/runs/', text('run_id')),
  }),
}

const kinds: Readonly<Record<IssuerKind, KindFacts>> = {
  github: ofGithub,
  forgejo: ofGithub,
  gitlab: {
    naming: ['project_path', 'project_id', 'namespace_id'],
    inAnyLetters: ['project_path', 'namespace_path', 'environment'],
    path: { claim: 'project_path', parts: null },
    told: [
      'sub',
      'project_path',
      'project_id',
      'namespace_id',
      'ref',
      'ref_type',
      'ref_protected',
      'environment',
      'ci_config_ref_uri',
    ],
    provenanceOf: (text, server) => ({
      repository: text('project_path'),
      ref: text('ref'),
      commit: text('sha'),
      workflow: text('ci_config_ref_uri'),
      runUrl: joined(server, text('project_path'), '/-/pipelines/', text('pipeline_id')),
    }),
  },
  other: {
    naming: [],
    inAnyLetters: [],
    path: undefined,
    told: ['sub', 'aud'],
    provenanceOf: () => ({ repository: null, ref: null, commit: null, workflow: null, runUrl: null }),
  },
}

export const namingClaims = (kind: IssuerKind): readonly string[] => kinds[kind].naming

export const claimsInAnyLetters = (kind: IssuerKind): readonly string[] => kinds[kind].inAnyLetters

/** The form of a repository that can fit, where the written one never can; undefined where it can. */
export function betterPath(kind: IssuerKind, patterns: Readonly<Record<string, string>>): string | undefined {
  const { path } = kinds[kind]
  const pattern = path && patterns[path.claim]
  if (!path || pattern === undefined || canBePath(pattern, path.parts)) return undefined
  const parts = pattern
    .replace(/^[a-z][a-z+]*:\/\/[^/]*\/|^[^/:]*@[^/:]*:/i, '/')
    .split('/')
    .map((part) => part.trim().replaceAll(/[^\w.*-]+/g, '-'))
    .filter((part) => part !== '')
  const [name = 'NAME', owner = 'OWNER', ...above] = parts.reverse()
  const group = path.parts === 2 ? [] : above.toReversed()
  return [...group, owner, name.replace(/\.git$/i, '')].join('/')
}

function canBePath(pattern: string, parts: number | null): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*$/.test(pattern) || /\.git$/i.test(pattern)) return false
  const count = pattern.split('/').length
  return pattern.includes('**') || (parts === null ? count > 1 : count === parts)
}

/** Guesses the kind of an issuer by its address. */
export function kindOf(issuer: string): IssuerKind {
  const { hostname, pathname } = new URL(issuer)
  if (hostname === 'token.actions.githubusercontent.com' || pathname === '/_services/token') return 'github'
  if (/(^|\.)gitlab\./.test(hostname)) return 'gitlab'
  return pathname === '/api/actions' ? 'forgejo' : 'other'
}

/** Returns the texts of a claim for comparison: one, or those of a list; an empty list for other values. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item) => textOf(item) ?? [])
}

/** NUL and half a surrogate pair are no text that a database stores. */
function textOf(value: unknown): string | null {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null
  const text = String(value)
  return /[\0\p{Surrogate}]/u.test(text) ? null : text
}

/** Returns the claims that are told of a token that fits no identity; null for one that it lacks. */
export const toldClaims = (kind: IssuerKind, claims: Claims): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    kinds[kind].told.map((claim) => [claim, shortened(textsOf(claims[claim]).join(', ')) || null]),
  )

/** Reads which job a token was made for. */
export function provenanceIn(kind: IssuerKind, issuer: string, claims: Claims): Provenance {
  const text = (claim: string): string | null => {
    const value = textOf(claims[claim])
    return value === null ? null : shortened(value)
  }
  const job = kinds[kind].provenanceOf(text, serverOf(issuer))
  return { issuer, subject: text('sub') ?? '', ...job }
}

/** The address of the pages of an issuer that has its own host, or a path on the host of its server. */
function serverOf(issuer: string): string {
  const { origin, hostname, pathname } = new URL(issuer)
  if (hostname === 'token.actions.githubusercontent.com') return 'https://github.com'
  const below = pathname.replace(/\/(_services\/token|api\/actions)$/, '').replace(/\/+$/, '')
  return origin + below
}

const joined = (server: string, repository: string | null, path: string, run: string | null): string | null =>
  repository === null || run === null ? null : `${server}/${repository}${path}${encodeURIComponent(run)}`

/** A claim may be as long as a token. */
const shortened = (value: string): string => value.slice(0, 1024).replace(/\p{Surrogate}$/u, '')
