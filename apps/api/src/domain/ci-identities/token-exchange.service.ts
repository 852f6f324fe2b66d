import { setImmediate } from 'node:timers/promises'
import { millisecondsOf, shortText } from '@engine/shared'
import type { TeamActor } from '../../kernel/actor.js'
import { hours, later, minutes, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import {
  DomainError,
  faults,
  invalid,
  rateLimited,
  unauthenticated,
  unavailable,
} from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { FailureBudget } from '../../kernel/failure-budget.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Parsed, type Raw } from '../../kernel/input.js'
import { networkOf } from '../../kernel/network.js'
import type { TokenValues } from '../../kernel/secrets.js'
import { isNarrower, longestExpiry, type TokenLifetimes } from '../tokens/authentication-token.js'
import type { CreatedToken } from '../tokens/authentication-tokens.service.js'
import type { AuthenticationTokensStore } from '../tokens/authentication-tokens.store.js'
import type { CiIdentityParts } from './ci-identities.service.js'
import type { IdentityOfTeam } from './ci-identities.store.js'
import { ciIdentitySubject, mostCompared, type CiIdentity } from './ci-identity.js'
import {
  tokenExchange,
  TokenRefused,
  tokenTrial,
  type CiTokenReader,
  type TokenTrial,
  type VerifiedToken,
} from './ci-token.js'
import { anchorsIn, fitsAll, fitsOne } from './claim-patterns.js'
import { provenanceIn, textsOf, toldClaims, type Claims } from './issuer-kind.js'
import type { TrustedIssuer } from './trusted-issuer.js'
import type { UsedCiTokensStore } from './used-ci-tokens.store.js'

type Exchange = Parsed<typeof tokenExchange>

export interface ExchangeParts extends CiIdentityParts {
  readonly used: UsedCiTokensStore
  readonly tokens: AuthenticationTokensStore
  readonly tokenValues: TokenValues
  readonly lifetimes: TokenLifetimes
  readonly reader: CiTokenReader
  /** The exchanges of an issuer in a minute; 0 is no limit. */
  readonly exchangeLimit: number
}

/** A token that no identity fits, with what the caller is told of it (contract §15). */
export class FitsNoIdentity extends Error {
  constructor(readonly claims: Readonly<Record<string, string | null>>) {
    super('Token fits no CI identity')
  }
}

const mostKeys = 20_000
const longestDescription = 255

/** How many tokens are tried at once, of an organization one, and how many may wait for it. */
const turns = { running: 50, runningOfALine: 1, waiting: 20, waitingInAll: 200 }

const tooMany = () => unavailable('Too many tokens are being tried at once')

/** Exchanges a token of a CI for one of a team that lives for minutes. */
export class TokenExchangeService {
  /** Failures of a network: as many as a sign-in has. */
  private readonly networks = new FailureBudget({ free: 20, forgetAfter: seconds(15), keys: mostKeys })
  private readonly issuers: FailureBudget
  private readonly trials = new FairQueue({ ...turns, full: tooMany })
  private readonly counts = { exchanged: 0, unfit: 0, refused: 0 }

  constructor(private readonly parts: ExchangeParts) {
    const { exchangeLimit: free } = parts
    this.issuers = new FailureBudget({ free, forgetAfter: minutes(1) / Math.max(1, free), keys: mostKeys })
  }

  /** How many exchanges there were, and how many were refused. */
  reading(): Readonly<Record<string, number>> {
    return { ...this.counts }
  }

  /**
   * Exchanges a token. Throws `unauthenticated` for each that is not verified, without saying why, and
   * `rate-limited`; `invalid` and `FitsNoIdentity` only for one that is.
   */
  async exchange(ctx: OperationContext, raw: Raw<typeof tokenExchange>): Promise<CreatedToken> {
    const input = parseCreation(tokenExchange, raw)
    const network = networkOf(ctx.address ?? '')
    return this.networks
      .run(network, ctx.clock, () => this.exchanged(ctx, input), isOfToken)
      .catch((error: unknown) => {
        throw error instanceof TokenRefused ? this.refused(error) : error
      })
  }

  /**
   * Tells the owners of an organization what becomes of a token, claim by claim; it is not used up. What its issuer has
   * not signed is compared with nothing: its claims may be as long as it takes to keep the process busy.
   */
  async try(ctx: OperationContext, organization: string, raw: Raw<typeof tokenTrial>): Promise<TokenTrial> {
    const { organization: here } = await this.parts.organizations.access(
      ctx,
      organization,
      'ci-identities:write',
    )
    const { token } = parseCreation(tokenTrial, raw)
    return this.trials.run(here.id, () =>
      this.tried(ctx, here.id, token).catch((error: unknown) => {
        if (!(error instanceof TokenRefused)) throw error
        return { issuer: null, refusal: error.detail, identities: [] }
      }),
    )
  }

  private async tried(ctx: OperationContext, organizationId: string, token: string): Promise<TokenTrial> {
    const { issuers, identities, reader } = this.parts
    const claims = reader.read(token)
    const found = await this.issuerOf(ctx, claims)
    const issuer = found && (await issuers.findFor(ctx, organizationId, found.id))
    if (!found || !issuer)
      return { issuer: null, refusal: 'The issuer of the token is not trusted', identities: [] }
    const refused = await reader.verify(token, found, ctx.clock.now()).then(() => null, refusalIn)
    const refusal = refused && refused.detail
    if (refused && !refused.isSigned) return { issuer, refusal, identities: [] }
    const list = await identities.listOfIssuer(ctx, organizationId, found.id)
    return { issuer, refusal, identities: await inTurns(list, (identity) => triedWith(identity, claims)) }
  }

  private async exchanged(ctx: OperationContext, input: Exchange): Promise<CreatedToken> {
    const issuer = await this.issuerOf(ctx, this.parts.reader.read(input.token))
    if (!issuer) throw new TokenRefused('unknown issuer')
    const verified = await this.parts.reader.verify(input.token, issuer, ctx.clock.now())
    const identity = await this.fitting(ctx, issuer, verified.claims, input)
    const scopes = await this.scopesOf(ctx, identity, input.scopes)
    return this.limited(ctx, issuer, (tx) => this.give(tx, issuer, verified, identity, scopes))
  }

  /** What gives no token takes nothing from an issuer: it may be shared with strangers, whose tokens are good too. */
  private async limited(
    ctx: OperationContext,
    { id }: TrustedIssuer,
    give: (tx: OperationContext) => Promise<CreatedToken>,
  ): Promise<CreatedToken> {
    const { transactions, exchangeLimit } = this.parts
    if (exchangeLimit === 0) return transactions.run(ctx, give)
    const wait = this.issuers.waitOf(id, ctx.clock.elapsed())
    if (wait > 0) throw rateLimited(Math.ceil(wait / 1000))
    this.issuers.take(id, ctx.clock.elapsed())
    return transactions.run(ctx, give).catch((error: unknown) => {
      this.issuers.giveBack(id, 1, ctx.clock.elapsed())
      throw error
    })
  }

  private async issuerOf(ctx: OperationContext, { iss }: Claims): Promise<TrustedIssuer | undefined> {
    const [named] = textsOf(iss)
    const issuer = named === undefined ? undefined : await this.parts.issuers.findByIssuer(ctx, named)
    return (
      issuer && (issuer.audiences.length > 0 ? issuer : { ...issuer, audiences: [...this.parts.audiences] })
    )
  }

  /** Finds the one identity that the token fits; what is said where it fits none tells of the token alone. */
  private async fitting(
    ctx: OperationContext,
    issuer: TrustedIssuer,
    claims: Claims,
    { organization, identity }: Exchange,
  ): Promise<IdentityOfTeam> {
    const candidates = await this.parts.identities.findCandidates(ctx, {
      trustedIssuerId: issuer.id,
      anchors: anchorsIn(claims),
      organizations: issuer.organizations,
      organization,
      name: identity,
    })
    // Those that are not read could fit as well, so that what other organizations have made would shut this one out.
    if (candidates.length > mostCompared)
      throw invalid(
        faults.denied(`${organization === undefined ? 'Organization' : 'Identity'} can't be blank`, 'token'),
      )
    const fits = await inTurns(candidates, (each) => fitsAll(each.claims, claims))
    const [one, ...others] = candidates.filter((_candidate, index) => fits[index])
    if (!one) throw this.unfit(ctx, issuer, claims)
    if (others.length === 0) return one
    const names = [one, ...others].map(({ name }) => name).sort()
    const message =
      organization === undefined
        ? "Organization can't be blank"
        : `Token fits several CI identities, name one: ${names.join(', ')}`
    throw invalid(faults.denied(message, 'token'))
  }

  /** Narrows the scopes of the identity to those that were asked for; those of a workspace are asked for by its name. */
  private async scopesOf(
    ctx: OperationContext,
    identity: IdentityOfTeam,
    asked: readonly string[] | undefined,
  ): Promise<readonly string[]> {
    if (asked === undefined) return identity.scopes
    const [shown = identity.scopes] = await this.parts.workspaceScopes.shown(
      { ...ctx, actor: actorOf(identity, ctx) },
      [identity.scopes],
    )
    const wrong = asked.flatMap((scope, index) =>
      isNarrower([scope], shown) ? [] : [faults.invalid('scopes', index)],
    )
    if (wrong.length > 0) throw invalid(...wrong)
    return identity.scopes.filter((_scope, index) => asked.includes(shown[index] ?? ''))
  }

  private async give(
    tx: OperationContext,
    issuer: TrustedIssuer,
    { key, endsAt, claims }: VerifiedToken,
    identity: IdentityOfTeam,
    scopes: readonly string[],
  ): Promise<CreatedToken> {
    const { issuers, identities, used } = this.parts
    const isAsBefore = (await issuers.hold(tx, issuer)) && (await identities.markUsed(tx, identity))
    if (!isAsBefore) throw new TokenRefused('unknown issuer')
    if (!(await used.use(tx, key, endsAt))) {
      tx.refused?.(tx, { action: 'token.refuse', why: 'a token of CI is used twice' })
      throw new TokenRefused('used')
    }
    return this.create(tx, issuer, claims, identity, scopes)
  }

  private async create(
    tx: OperationContext,
    issuer: TrustedIssuer,
    claims: Claims,
    identity: IdentityOfTeam,
    scopes: readonly string[],
  ): Promise<CreatedToken> {
    const { tokens, tokenValues, lifetimes, audit } = this.parts
    const provenance = provenanceIn(issuer.kind, issuer.issuer, claims)
    const { value, hash } = tokenValues.create('team')
    const { team, organizationId } = identity
    const wanted = later(tx.clock.now(), millisecondsOf(identity.lifetime))
    const longest = longestExpiry(tx, lifetimes) ?? wanted
    const token = await tokens.create(tx, {
      id: newId('at'),
      tokenHash: hash,
      owner: { type: 'team', id: team.id, organizationId },
      createdById: null,
      madeBy: null,
      description: shortText(`CI: ${identity.name}, ${provenance.subject}`, longestDescription),
      scopes,
      expiresAt: longest < wanted ? longest : wanted,
      ci: { identityId: identity.id, provenance },
    })
    const { id, expiresAt } = token
    const credential = { kind: 'token', id, scopes, expiresAt, provenance } as const
    await audit.record(
      { ...tx, actor: { ...actorOf(identity, tx), credential } },
      {
        action: 'ci-identity.exchange',
        subject: ciIdentitySubject(identity),
        organizationId,
        after: { ...provenance, token: id, scopes, expiresAt },
      },
    )
    this.counts.exchanged++
    return { token, value }
  }

  private unfit(ctx: OperationContext, issuer: TrustedIssuer, claims: Claims): FitsNoIdentity {
    this.counts.unfit++
    const { subject, repository } = provenanceIn(issuer.kind, issuer.issuer, claims)
    const facts = { issuer: issuer.name, subject, repository: repository ?? undefined }
    ctx.refused?.(ctx, { action: 'token.refuse', why: 'fits no CI identity', facts })
    return new FitsNoIdentity(toldClaims(issuer.kind, claims))
  }

  private refused({ fault }: TokenRefused): DomainError {
    this.counts.refused++
    return unauthenticated({ why: `a token of CI: ${fault}` })
  }
}

/** Owners may have written long patterns: between two identities other requests have their turn. */
async function inTurns<T, Answer>(items: readonly T[], act: (item: T) => Answer): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const item of items) {
    if (answers.length > 0) await setImmediate()
    answers.push(act(item))
  }
  return answers
}

function refusalIn(error: unknown): TokenRefused {
  if (error instanceof TokenRefused) return error
  throw error
}

function triedWith(identity: CiIdentity, claims: Claims): TokenTrial['identities'][number] {
  const tried = Object.entries(identity.claims).map(([claim, pattern]) => {
    const texts = textsOf(claims[claim])
    return { claim, pattern, text: texts.join(', ') || null, fits: fitsOne(pattern, claims[claim]) }
  })
  return { identity, fits: identity.enabled && tried.every(({ fits }) => fits), claims: tried }
}

/** Whether it is the token that an exchange failed for, and not what the exchange depends on. */
const isOfToken = (error: unknown): boolean =>
  error instanceof TokenRefused
    ? error.fault !== 'keys'
    : error instanceof FitsNoIdentity || (error instanceof DomainError && error.failure.kind === 'invalid')

/** What a token of the identity acts as. */
const actorOf = ({ team, scopes }: IdentityOfTeam, { clock }: OperationContext): TeamActor => ({
  type: 'team',
  ...team,
  credential: { kind: 'token', id: '', scopes, expiresAt: later(clock.now(), hours(1)) },
})
