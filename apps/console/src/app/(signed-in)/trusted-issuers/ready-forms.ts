import type { TrustedIssuerKind } from '~/data/generated/graphql'

type ReadyForm = {
  label: string
  kind: TrustedIssuerKind
  /** Returns the issuer as its tokens name it, for CI systems where each host has its own. */
  issuerOf?: (host: string) => string
  /** Field for the host, if it varies. */
  host?: { about: string; placeholder: string }
}

const gitHub = 'https://token.actions.githubusercontent.com'

/** Known facts of CI systems, so that an administrator need not look them up. */
export const readyForms = {
  github: { label: 'GitHub', kind: 'GITHUB', issuerOf: () => gitHub },
  'github-server': {
    label: 'GitHub Enterprise Server',
    kind: 'GITHUB',
    issuerOf: (host) => `https://${host}/_services/token`,
    host: { about: 'Of the server.', placeholder: 'github.example.com' },
  },
  gitlab: {
    label: 'GitLab',
    kind: 'GITLAB',
    issuerOf: (host) => `https://${host}`,
    host: { about: 'gitlab.com, or the host of your instance.', placeholder: 'gitlab.com' },
  },
  forgejo: {
    label: 'Forgejo',
    kind: 'FORGEJO',
    issuerOf: (host) => `https://${host}/api/actions`,
    host: { about: 'Of the instance, version 15 or newer.', placeholder: 'code.example.com' },
  },
  other: { label: 'Other', kind: 'OTHER' },
} as const satisfies Record<string, ReadyForm>

export type FormName = keyof typeof readyForms

export const readyForm = (name: FormName): ReadyForm => readyForms[name]

/** A host as it was typed, which may have been pasted with its scheme and a slash. */
const hostIn = (typed: string): string =>
  typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/+$/, '')

export const issuerOf = (name: FormName, host: string, issuer: string): string =>
  readyForm(name).issuerOf?.(hostIn(host)) ?? issuer.trim()

type Known = { kind: TrustedIssuerKind; issuer: string }

/** The form that makes this issuer, and what is typed there. */
export function formOf({ kind, issuer }: Known): { form: FormName; host: string } {
  const names = Object.keys(readyForms) as FormName[]
  const host = URL.canParse(issuer) ? new URL(issuer).host : ''
  const form = names.find(
    (name) => readyForm(name).kind === kind && readyForm(name).issuerOf?.(host) === issuer,
  )
  return form === undefined ? { form: 'other', host: '' } : { form, host }
}

export const kindWords: Readonly<Record<TrustedIssuerKind, string>> = {
  GITHUB: 'GitHub',
  GITLAB: 'GitLab',
  FORGEJO: 'Forgejo',
  OTHER: 'Other',
}
