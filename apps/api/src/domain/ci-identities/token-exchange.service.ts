import { setImmediate } from 'node:timers/promises'
import { millisecondsOf, shortText } from '@engine/shared'
import type { TeamActor } from '../../kernel/actor.js'
import { hours, later, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import {
  DomainError,
  faults,
  invalid,
  rateLimited,
  unauthenticated,
  unavailable,
  unavailableFor,
} from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { LeakyBucket } from '../../kernel/leaky-bucket.js'
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
  keysAskedAgainAfter,
  TokenRefused,
  tokenTrial,
  type CiTokenReader,
  type TokenTrial,
  type VerifiedToken,
} from './ci-token.js'
import { anchorKeysIn, fitsAll } from './claim-patterns.js'
import { nearlyAmong, triedClaims } from './tried-claims.js'
import { FailuresInTurns } from './failures-in-turns.js'
import { claimsInAnyLetters, provenanceIn, textsOf, toldClaims, type Claims } from './issuer-kind.js'
import type { TrustedIssuer } from './trusted-issuer.js'
import type { UsedCiTokensStore } from './used-ci-tokens.store.js'

type Exchange = Parsed<typeof tokenExchange>

export interface ExchangeParts extends CiIdentityParts {
  readonly used: UsedCiTokensStore
  readonly tokens: AuthenticationTokensStore
  readonly tokenValues: TokenValues
  readonly lifetimes: TokenLifetimes
  readonly reader: CiTokenReader
  /** The exchanges of an organization at an issuer in a minute; 0 is no limit. */
  readonly exchangeLimit: number
}

/** The error for a token that no identity fits, with the claims that the caller may know (contract §15). */
export class FitsNoIdentity extends Error {
  constructor(readonly claims: Readonly<Record<string, string | null>>) {
    super('Token fits no CI identity')
  }
}

const mostKeys = 20_000
const longestDescription = 255

/** Maximum number of tokens that are tried at once, one for each organization, and of those that wait. */
const turns = { running: 50, runningOfALine: 1, waiting: 20, waitingInAll: 200 }

const tooMany = () => unavailable('Too many tokens are being tried at once')

/** Exchanges a token of a CI for one of a team that lives for minutes. */
export class TokenExchangeService {
  /** Tokens that are not verified, by network. */
  private readonly unverified = new FailuresInTurns()
  /** Verified tokens that fit no identity, by network and job: they count apart from unverified ones. */
  private readonly unfitting = new FailuresInTurns()
  /** Successful exchanges, by issuer and organization. */
  private readonly given: LeakyBucket
  private readonly trials = new FairQueue({ ...turns, full: tooMany })
  private readonly counts = { exchanged: 0, unfit: 0, refused: 0 }

  constructor(private readonly parts: ExchangeParts) {
    const { exchangeLimit: capacity } = parts
    this.given = new LeakyBucket({
      capacity,
      leakInterval: minutes(1) / Math.max(1, capacity),
      keys: mostKeys,
    })
  }

  /** Returns the numbers of successful, unfitting and refused exchanges. */
  reading(): Readonly<Record<string, number>> {
    return { ...this.counts }
  }

  /**
   * Exchanges a token. Throws `unauthenticated` for each that is not verified, without saying why, `unavailable` where
   * its issuer does not answer, and `rate-limited`; `invalid` and `FitsNoIdentity` only for one that is verified.
   */
  async exchange(ctx: OperationContext, raw: Raw<typeof tokenExchange>): Promise<CreatedToken> {
    const input = parseCreation(tokenExchange, raw)
    const network = networkOf(ctx.address ?? '')
    try {
      const proven = await this.unverified.run(network, ctx.clock, () => this.verified(ctx, input), isOfToken)
      const job = `${network} ${proven.issuer.id} ${jobOf(proven)}`
      return await this.unfitting.run(job, ctx.clock, () => this.exchanged(ctx, proven, input), isOfToken)
    } catch (error) {
      throw error instanceof TokenRefused ? this.refused(error) : error
    }
  }

  /**
   * Tells the owners of an organization how a token would be answered, claim by claim; it is not used up. A token that
   * its issuer has not signed is not compared: comparing its claims could keep the process busy for long.
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
    return {
      issuer,
      refusal,
      identities: await inTurns(list, (identity) => triedWith(identity, issuer, claims)),
    }
  }

  private async verified(ctx: OperationContext, { token }: Exchange): Promise<ProvenToken> {
    const issuer = await this.issuerOf(ctx, this.parts.reader.read(token))
    if (!issuer) throw new TokenRefused('unknown issuer')
    return { issuer, verified: await this.parts.reader.verify(token, issuer, ctx.clock.now()) }
  }

  private async exchanged(
    ctx: OperationContext,
    { issuer, verified }: ProvenToken,
    input: Exchange,
  ): Promise<CreatedToken> {
    const identity = await this.fitting(ctx, issuer, verified.claims, input)
    const scopes = await this.scopesOf(ctx, identity, input.scopes)
    const id = `${issuer.id} ${identity.organizationId}`
    return this.limited(ctx, id, (tx) => this.give(tx, issuer, verified, identity, scopes))
  }

  /** Counts successful exchanges alone, for each organization apart. */
  private async limited(
    ctx: OperationContext,
    id: string,
    give: (tx: OperationContext) => Promise<CreatedToken>,
  ): Promise<CreatedToken> {
    const { transactions, exchangeLimit } = this.parts
    if (exchangeLimit === 0) return transactions.run(ctx, give)
    const wait = this.given.waitOf(id, ctx.clock.elapsed())
    if (wait > 0) throw rateLimited(Math.ceil(wait / 1000))
    this.given.take(id, ctx.clock.elapsed())
    return transactions.run(ctx, give).catch((error: unknown) => {
      this.given.giveBack(id, 1, ctx.clock.elapsed())
      throw error
    })
  }

  private async issuerOf(ctx: OperationContext, { iss }: Claims): Promise<TrustedIssuer | undefined> {
    const [issuerName] = textsOf(iss)
    const issuer =
      issuerName === undefined ? undefined : await this.parts.issuers.findByIssuer(ctx, issuerName)
    return (
      issuer && (issuer.audiences.length > 0 ? issuer : { ...issuer, audiences: [...this.parts.audiences] })
    )
  }

  /**
   * Finds the one identity that the token fits; the answer where it fits none tells of the token alone. An absent
   * organization is never guessed: any may have an identity for the repository of another.
   */
  private async fitting(
    ctx: OperationContext,
    issuer: TrustedIssuer,
    claims: Claims,
    { organization = onlyOneOf(issuer), identity }: Exchange,
  ): Promise<IdentityOfTeam> {
    if (organization === undefined) throw invalid(faults.denied("Organization can't be blank", 'token'))
    const candidates = await this.parts.identities.findCandidates(ctx, {
      trustedIssuerId: issuer.id,
      anchorKeys: anchorKeysIn(claims),
      organizations: issuer.organizations,
      organization,
      name: identity,
    })
    // Candidates beyond the limit are not read, and could fit as well.
    if (candidates.length > mostCompared) throw invalid(faults.denied("Identity can't be blank", 'token'))
    const letters = claimsInAnyLetters(issuer.kind)
    const fits = await inTurns(candidates, (each) => fitsAll(each.claims, claims, letters))
    const [one, ...others] = candidates.filter((_candidate, index) => fits[index])
    if (!one) throw this.unfit(ctx, issuer, claims, candidates)
    if (others.length === 0) return one
    const fitting = [one, ...others]
    const [exact, ...more] = (await inTurns(fitting, (each) => fitsAll(each.claims, claims))).flatMap(
      (isExact, index) => (isExact ? (fitting[index] ?? []) : []),
    )
    if (exact && more.length === 0) return exact
    const names = fitting.map(({ name }) => name).sort()
    throw invalid(faults.denied(`Token fits several CI identities, name one: ${names.join(', ')}`, 'token'))
  }

  /** Narrows the scopes of the identity to those that were asked for; those of a workspace are asked for by its name. */
  private async scopesOf(
    ctx: OperationContext,
    identity: IdentityOfTeam,
    asked: readonly string[] | undefined,
  ): Promise<readonly string[]> {
    if (asked === undefined) return identity.scopes
    const [shown = identity.scopes] = await this.parts.workspaceScopes.shownScopes(
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
    const isAsBefore =
      (await issuers.lockIfUnchanged(tx, issuer)) && (await identities.markUsed(tx, identity))
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
    const requestedEnd = later(tx.clock.now(), millisecondsOf(identity.lifetime))
    const longest = longestExpiry(tx, lifetimes) ?? requestedEnd
    const token = await tokens.create(tx, {
      id: newId('at'),
      tokenHash: hash,
      owner: { type: 'team', id: team.id, organizationId },
      createdById: null,
      madeBy: null,
      description: shortText(`CI: ${identity.name}, ${provenance.subject}`, longestDescription),
      scopes,
      expiresAt: longest < requestedEnd ? longest : requestedEnd,
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

  private unfit(
    ctx: OperationContext,
    issuer: TrustedIssuer,
    claims: Claims,
    candidates: readonly IdentityOfTeam[],
  ): FitsNoIdentity {
    this.counts.unfit++
    const { subject, repository } = provenanceIn(issuer.kind, issuer.issuer, claims)
    const [nearest] = candidates
    const nearly =
      candidates.length === 1 && nearest
        ? nearlyAmong(triedClaims(nearest.claims, issuer.kind, claims))
        : null
    const facts = {
      ...{ issuer: issuer.name, subject, repository: repository ?? undefined },
      nearly: nearly && nearest ? `${nearest.name}: ${nearly}` : undefined,
    }
    ctx.refused?.(ctx, { action: 'token.refuse', why: 'fits no CI identity', facts })
    return new FitsNoIdentity(toldClaims(issuer.kind, claims))
  }

  private refused({ fault }: TokenRefused): DomainError {
    this.counts.refused++
    if (fault === 'keys')
      return unavailableFor(
        keysAskedAgainAfter / 1000,
        'The issuer of the token does not answer with its keys. Try again in half a minute',
      )
    return unauthenticated({ why: `a token of CI: ${fault}` })
  }
}

/** A token of a trusted issuer, by its keys. */
interface ProvenToken {
  readonly issuer: TrustedIssuer
  readonly verified: VerifiedToken
}

/** Names the jobs that share their failures: those of a repository, or of a subject where the issuer knows none. */
function jobOf({ issuer, verified }: ProvenToken): string {
  const { repository, subject } = provenanceIn(issuer.kind, issuer.issuer, verified.claims)
  return repository ?? subject
}

/** The organization that an issuer is for alone; undefined where it is for several, or for all. */
const onlyOneOf = ({ organizations }: TrustedIssuer): string | undefined =>
  organizations?.length === 1 ? organizations[0] : undefined

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

function triedWith(
  identity: CiIdentity,
  { kind }: Pick<TrustedIssuer, 'kind'>,
  claims: Claims,
): TokenTrial['identities'][number] {
  const tried = triedClaims(identity.claims, kind, claims)
  const fits = identity.enabled && tried.every((each) => each.fits)
  return { identity, fits, nearly: nearlyAmong(tried), claims: tried }
}

/** True where an exchange failed because of the token, and not because of a dependency. */
const isOfToken = (error: unknown): boolean =>
  error instanceof TokenRefused
    ? error.fault !== 'keys'
    : error instanceof FitsNoIdentity || (error instanceof DomainError && error.failure.kind === 'invalid')

/** The actor of the identity's tokens. */
const actorOf = ({ team, scopes }: IdentityOfTeam, { clock }: OperationContext): TeamActor => ({
  type: 'team',
  ...team,
  credential: { kind: 'token', id: '', scopes, expiresAt: later(clock.now(), hours(1)) },
})
