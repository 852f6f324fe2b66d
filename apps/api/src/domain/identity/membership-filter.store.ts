import { Prisma } from '../../generated/prisma/client.js'
import { literally } from '../../kernel/search.js'
import type { MembershipFilter } from './organization-membership.js'

/** The condition of a list of memberships, as SQL over `organization_memberships m`. */
export function toCondition(
  organizationId: Prisma.Sql,
  { status, emails, search }: MembershipFilter,
): Prisma.Sql {
  const conditions = [Prisma.sql`m.organization_id = ${organizationId}`]
  if (status) conditions.push(Prisma.sql`m.status::text = ${status}`)
  if (emails) {
    const keys = emails.map((email) => email.toLowerCase())
    const users = Prisma.sql`SELECT id FROM users WHERE email_key = ANY(${keys})`
    conditions.push(isAmong(Prisma.sql`= ANY(${keys})`, users))
  }
  if (search) {
    const like = Prisma.sql`LIKE ${`%${literally(search.toLowerCase())}%`}`
    const users = Prisma.sql`SELECT id FROM users WHERE username_key ${like} OR email_key ${like}`
    conditions.push(isAmong(like, users))
  }
  return Prisma.join(conditions, ' AND ')
}

/**
 * Members who were invited by such an address, or are one of the users. The users are found first: an OR across both
 * tables would find no index, while these two each have one.
 */
function isAmong(address: Prisma.Sql, users: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(m.email_key ${address} OR m.user_id = ANY(ARRAY(${users})))`
}
