import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { Provenance } from '../../kernel/provenance.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { Bearer, Person } from './bearer.js'
import type { Session } from './session.js'

/** Credentials by their ids, each with its owner and all that decides whether it may act. */
export class CallersStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Finds a token. It and its owner are locked until the transaction ends against what takes them away. The lock is the
   * weakest that does this: many writes take a stronger one of their organization, and two would wait for each other.
   */
  async findToken(ctx: OperationContext, id: string): Promise<Bearer | undefined> {
    const asked = db
      .with('token', (q) =>
        q
          .selectFrom('authentication_tokens')
          .select(['id', 'scopes', 'expires_at', 'provenance', 'user_id', 'team_id', 'organization_id'])
          .where('id', '=', id)
          .forKeyShare(),
      )
      .with('person', (q) =>
        q
          .selectFrom('users')
          .select(['id', 'username', 'is_site_admin as isSiteAdmin', 'suspended_at as suspendedAt'])
          .where('id', '=', (one) => one.selectFrom('token').select('user_id'))
          .forKeyShare(),
      )
      .with('team', (q) =>
        q
          .selectFrom('teams')
          .select(['id', 'name', 'organization_id as organizationId'])
          .where('id', '=', (one) => one.selectFrom('token').select('team_id'))
          .forKeyShare(),
      )
      .with('organization', (q) =>
        q
          .selectFrom('organizations')
          .select(['id', 'name', 'is_disabled as isDisabled'])
          .where(
            'id',
            '=',
            sql<string>`(SELECT coalesce(organization_id, (SELECT "organizationId" FROM team)) FROM token)`,
          )
          .forKeyShare(),
      )
      .selectFrom('token')
      .select(['id', 'scopes', 'expires_at as expiresAt'])
      .select(sql<Provenance | null>`provenance`.as('provenance'))
      .select([whole<Person>('person').as('user'), whole<Bearer['team']>('team').as('team')])
      .select(whole<{ id: string; name: string; isDisabled: boolean }>('organization').as('organization'))
      .select(
        sql<Date | null>`(SELECT max(last_signed_in_at) FROM user_identities i WHERE i.user_id = token.user_id)`.as(
          'lastSignOnAt',
        ),
      )
    const [row] = await rowsOf(this.database.of(ctx), asked)
    if (!row) return undefined
    const { user, team, organization, lastSignOnAt, ...token } = row
    return { token, user, team, organization, lastSignOnAt, isDisabled: organization?.isDisabled ?? false }
  }

  /** Finds a session, locked in the same way. */
  async findSession(
    ctx: OperationContext,
    id: string,
  ): Promise<
    (Pick<Session, 'expiresAt' | 'authenticatedAt' | 'needsTwoFactor'> & { user: Person }) | undefined
  > {
    const asked = db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select(['s.expires_at as expiresAt', 's.authenticated_at as authenticatedAt'])
      .select(['s.needs_two_factor as needsTwoFactor', 'u.id', 'u.username'])
      .select(['u.is_site_admin as isSiteAdmin', 'u.suspended_at as suspendedAt'])
      .where('s.id', '=', id)
      .forKeyShare()
    const [row] = await rowsOf(this.database.of(ctx), asked)
    if (!row) return undefined
    const { id: userId, username, isSiteAdmin, suspendedAt, ...session } = row
    return { ...session, user: { id: userId, username, isSiteAdmin, suspendedAt } }
  }
}

/** Selects the one row of a part of the statement, or null. */
const whole = <Row>(part: string): RawBuilder<Row | null> =>
  sql`(SELECT to_json(part) FROM ${sql.table(part)} AS part)`
