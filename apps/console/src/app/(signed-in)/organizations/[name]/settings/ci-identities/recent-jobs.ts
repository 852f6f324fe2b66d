/** Job that got a token, from the audit log. */
export type Job = {
  subject: string
  repository: string | null
  ref: string | null
  commit: string | null
  runUrl: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Reads the facts of an exchange; the address of a run only if it is one that a browser may open. */
export function jobIn(after: unknown): Job {
  const facts = (typeof after === 'object' && after !== null ? after : {}) as Record<string, unknown>
  const runUrl = text(facts['runUrl'])
  return {
    subject: text(facts['subject']) ?? '',
    repository: text(facts['repository']),
    ref: text(facts['ref']),
    commit: text(facts['commit']),
    runUrl: runUrl !== null && /^https?:\/\//.test(runUrl) ? runUrl : null,
  }
}

/** `acme/network at v1.2.0`; what the token says of itself where no repository is known. */
export function jobText({ subject, repository, ref }: Job): string {
  if (repository === null) return subject
  return ref === null ? repository : `${repository} at ${ref.replace(/^refs\/(tags|heads)\//, '')}`
}
