import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { deprecationOf } from '../lifecycle/deprecation.store.js'
import { endOfLifeOf } from '../lifecycle/end-of-life.store.js'
import { toHead, head } from '../registry-modules/registry-module-versions.store.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { PendingNotice, UpgradeNotice } from './upgrade-notice.js'

export class UpgradeNoticesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Adds each notice once: one that was added before stays as it is. */
  async add(tx: OperationContext, notices: readonly UpgradeNotice[]): Promise<void> {
    const data = notices.map((notice) => ({ ...notice, at: tx.clock.now() }))
    await this.database.of(tx).moduleUpgradeNotice.createMany({ data, skipDuplicates: true })
  }

  /** Adds a notice for each version that ends until then. */
  async addEnding(ctx: OperationContext, until: Date): Promise<void> {
    await this.database.of(ctx).$executeRaw`
      INSERT INTO module_upgrade_notices (version_id, status, at)
      SELECT id, 'end-of-life', ${ctx.clock.now()} FROM module_versions
      WHERE end_of_life_at <= ${until} AND deprecation IS NULL ORDER BY id
      ON CONFLICT (version_id, status) DO NOTHING`
  }

  /** Locks the oldest notice that is pending and that no other process is about to deliver. */
  async lockPending(tx: OperationContext): Promise<PendingNotice | undefined> {
    const oldest = db
      .selectFrom('module_upgrade_notices')
      .select(['version_id as versionId', sql<UpgradeNotice['status']>`status`.as('status')])
      .where('told_at', 'is', null)
      .orderBy('at')
      .limit(1)
      .forUpdate()
      .skipLocked()
    const [notice] = await rowsOf(this.database.of(tx), oldest)
    if (!notice) return undefined
    const version = await this.database.of(tx).moduleVersion.findUniqueOrThrow({
      where: { id: notice.versionId },
      include: { module: { include: head } },
    })
    const module = toHead(version.module)
    return {
      ...{ ...notice, module, moduleId: module.id, organizationId: module.organizationId },
      version: version.version,
      deprecation: deprecationOf(version),
      endOfLife: endOfLifeOf(version),
    }
  }

  async markDelivered(tx: OperationContext, { versionId, status }: UpgradeNotice): Promise<void> {
    const where = { versionId_status: { versionId, status } }
    const data = { toldAt: tx.clock.now() }
    await this.database.of(tx).moduleUpgradeNotice.update({ where, data })
  }

  /** Removes a notice that is no longer true. */
  async remove(tx: OperationContext, { versionId, status }: UpgradeNotice): Promise<void> {
    const where = { versionId_status: { versionId, status } }
    await this.database.of(tx).moduleUpgradeNotice.delete({ where })
  }
}
