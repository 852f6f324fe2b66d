import type { ProvenanceFactsFragment } from '~/data/generated/graphql'

type JobWords = {
  /** `workflow release.yml`, or `a job` where its workflow is not known. */
  job: string
  /** `repository acme/network`, or the host that vouches for the job. */
  of: string
  /** Empty where the commit is not known. */
  shortCommit: string
}

/** Returns the facts of a job that its token gives, with labels. */
export function jobWords({
  workflow,
  repository,
  commit,
  issuer,
}: Omit<ProvenanceFactsFragment, 'ref'>): JobWords {
  return {
    job: workflow === null ? 'a job' : `workflow ${fileOf(workflow)}`,
    of: repository === null ? hostOf(issuer) : `repository ${repository}`,
    shortCommit: /^[0-9a-f]{20,}$/i.test(commit ?? '') ? (commit ?? '').slice(0, 7) : (commit ?? ''),
  }
}

/**
 * Returns the file in `acme/network/.github/workflows/release.yml@refs/tags/v1`; the name of any other
 * workflow as it is.
 */
function fileOf(workflow: string): string {
  const [path = ''] = workflow.split('@')
  return path === workflow ? workflow : (path.split('/').at(-1) ?? workflow)
}

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)
