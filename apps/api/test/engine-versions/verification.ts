import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { engineArchiveFiles } from '../../src/adapters/engine-archives/engine-archive-files.js'
import { violatedConstraint } from '../../src/adapters/database/failures.js'
import { openOutbound } from '../../src/adapters/outbound/open.js'
import { VerificationJobs } from '../../src/domain/engine-versions/verification-jobs.js'
import { VerificationsStore } from '../../src/domain/engine-versions/verifications.store.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { anonymousContext } from '../anonymous-context.js'

export const content = Buffer.from('an engine, packed')
export const sha = createHash('sha256').update(content).digest('hex')
export const otherSha = 'b'.repeat(64)

export const storeOf = ({ prisma }: TestApp): VerificationsStore =>
  new VerificationsStore({ of: () => prisma, violatedConstraint })

/** A process that verifies; `limit` bounds its files, in bytes. */
export class Worker {
  private readonly stopping = new AbortController()
  private readonly jobs: VerificationJobs

  constructor(
    private readonly app: TestApp,
    limits: { limit?: number; timeout?: number } = {},
  ) {
    const settings = {
      publicRegistryUrl: undefined,
      providerOrigins: [],
      engineVersionsFeed: undefined,
      httpsProxy: undefined,
    }
    const outbound = openOutbound({ ...settings, egressAllow: ['127.0.0.1'], noProxy: [] })
    this.jobs = new VerificationJobs(storeOf(app), engineArchiveFiles(outbound, limits), 5)
  }

  begin(): void {
    this.jobs.begin(anonymousContext(this.app.clock), this.stopping.signal)
  }

  settled(): Promise<void> {
    return this.jobs.settled()
  }

  async run(): Promise<void> {
    this.begin()
    await this.settled()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.settled()
  }
}

interface Verification {
  readonly os: string
  readonly arch: string
  readonly state: string
  readonly bytesDone: number
  readonly bytesTotal: number | null
  readonly foundSha: string | null
  readonly problem: string | null
}

const question = `query ($id: ID!) { engineVersion(id: $id) { verifications {
  os arch url sha state bytesDone bytesTotal foundSha problem requestedBy requestedAt startedAt finishedAt } } }`

/** The archives of a version in GraphQL. */
export async function verificationsOf(
  app: TestApp,
  by: Person,
  id: string,
): Promise<readonly Verification[]> {
  const { data } = await graphql(app, by, question, { id })
  return (data['engineVersion'] as unknown as { verifications: readonly Verification[] }).verifications
}

/** Sends the head and the first bytes of a file; the rest is sent when the test says so. */
export function sendBegin(response: ServerResponse): () => void {
  response.writeHead(200, { 'content-length': content.length })
  response.write(content.subarray(0, 5))
  return () => void response.end(content.subarray(5))
}
