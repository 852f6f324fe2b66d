import { sql, type RawBuilder } from 'kysely'
import { literally } from '../../kernel/search.js'
import { allOf } from '../sql.js'
import type { MembershipFilter } from './organization-membership.js'

/** Builds the condition of a list of memberships, as SQL over `organization_memberships m`. */
export function toCondition(
  organizationId: RawBuilder<unknown>,
  { status, emails, search, teamId }: MembershipFilter,
): RawBuilder<boolean> {
  const conditions = [sql<boolean>`m.organization_id = ${organizationId}`]
  if (status) conditions.push(sql<boolean>`m.status::text = ${status}`)
  if (emails) {
    const keys = emails.map((email) => email.toLowerCase())
    const users = sql`SELECT id FROM users WHERE email_key = ANY(${keys})`
    conditions.push(isAmong(sql`= ANY(${keys})`, users))
  }
  if (search) {
    const like = sql`LIKE ${`%${literally(search.toLowerCase())}%`}`
    const users = sql`SELECT id FROM users WHERE username_key ${like} OR email_key ${like}`
    conditions.push(isAmong(like, users))
  }
  if (teamId) {
    const members = sql`SELECT user_id FROM team_members WHERE team_id = ${teamId}`
    conditions.push(sql<boolean>`(m.user_id IN (${members}) OR ${teamId} = ANY(m.team_ids))`)
  }
  return allOf(conditions)
}

/**
 * Matches members who were invited by such an address, or are one of the users. The users are found first: an OR across
 * both tables would find no index, while these two each have one.
 */
function isAmong(address: RawBuilder<unknown>, users: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.email_key ${address} OR m.user_id = ANY(ARRAY(${users})))`
}
