import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import type { TestApp } from '../app.js'
import { isFull } from '../full-run.js'

/** Takes something away from the bearer of a token, past the services; what it returns gives it back. */
export type Loss = (app: TestApp, token: string) => Promise<() => Promise<unknown>>

const rowOf = ({ prisma }: TestApp, token: string) =>
  prisma.authenticationToken.findUniqueOrThrow({ where: { tokenHash: tokenValues.hash(token) } })

async function personOf(app: TestApp, token: string): Promise<string> {
  return (await rowOf(app, token)).userId ?? ''
}

/** Ways of losing the access with which a person began a request. */
export const losses = {
  token: async (app, token) => {
    const { provenance: _, ...data } = await rowOf(app, token)
    await app.prisma.authenticationToken.delete({ where: { id: data.id } })
    return () => app.prisma.authenticationToken.create({ data })
  },
  expiry: async (app, token) => {
    const { id, expiresAt } = await rowOf(app, token)
    const end = (expiresAt: Date) =>
      app.prisma.authenticationToken.update({ where: { id }, data: { expiresAt } })
    await end(app.clock.now())
    return () => end(expiresAt)
  },
  suspension: async (app, token) => {
    const where = { id: await personOf(app, token) }
    await app.prisma.user.update({ where, data: { suspendedAt: app.clock.now() } })
    return () => app.prisma.user.update({ where, data: { suspendedAt: null } })
  },
  administration: async (app, token) => {
    const where = { id: await personOf(app, token) }
    const { isSiteAdmin } = await app.prisma.user.findUniqueOrThrow({ where })
    await app.prisma.user.update({ where, data: { isSiteAdmin: false } })
    return () => app.prisma.user.update({ where, data: { isSiteAdmin } })
  },
  memberships: async (app, token) => {
    const where = { userId: await personOf(app, token) }
    const [memberships, teams] = await Promise.all([
      app.prisma.organizationMembership.findMany({ where }),
      app.prisma.teamMember.findMany({ where }),
    ])
    await app.prisma.teamMember.deleteMany({ where })
    await app.prisma.organizationMembership.deleteMany({ where })
    return async () => {
      await app.prisma.organizationMembership.createMany({ data: memberships })
      await app.prisma.teamMember.createMany({ data: teams })
    }
  },
} satisfies Readonly<Record<string, Loss>>

/** The ways in which the caller of the write of this number loses its access: in the short run one of them, in turn. */
export function waysFor(number: number, ways: Readonly<Record<string, Loss>>): [string, Loss][] {
  const all = Object.entries(ways)
  return all.filter((_, index) => isFull || index === number % all.length)
}
