import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { PrismaClient, type Prisma } from '../src/generated/prisma/client.js'

/** A client of Prisma, and the database that it is connected to when it is next asked: none while no app has it. */
class TurnableClient implements SqlDriverAdapterFactory {
  readonly provider = 'postgres'
  readonly adapterName = '@prisma/adapter-pg'
  readonly prisma: PrismaClient
  private database: SqlDriverAdapterFactory | undefined

  constructor({ adapter, ...options }: Prisma.PrismaClientOptionsWithAdapter) {
    this.database = adapter
    this.prisma = new PrismaClient({ ...options, adapter: this })
  }

  turnTo(database: SqlDriverAdapterFactory): PrismaClient {
    this.database = database
    return this.prisma
  }

  /** A query that comes after its app's end would connect it to that app's database again, and the next app with it. */
  async turnAway(): Promise<void> {
    this.database = undefined
    await this.prisma.$disconnect()
  }

  async connect() {
    if (!this.database) throw new Error('A query came after the end of its app.')
    return this.database.connect()
  }
}

/** Clients of this worker that no app uses. */
const left: TurnableClient[] = []

/**
 * The clients of one app: those that another app of this worker has left, while there are any. To make one takes as long
 * as all else of an app's start, and what it has planned for a query holds for the same query on any database.
 */
export function prismaClients() {
  const taken: TurnableClient[] = []
  return {
    turnedTo(options: Prisma.PrismaClientOptionsWithAdapter): PrismaClient {
      const client = left.pop() ?? new TurnableClient(options)
      taken.push(client)
      return client.turnTo(options.adapter)
    },
    async leave(): Promise<void> {
      await Promise.all(taken.map((client) => client.turnAway()))
      left.push(...taken.splice(0))
    },
  }
}
