import { join } from 'node:path'
import { createLimitedServer } from '@engine/limited-server'
import { CompiledQuery } from 'kysely'
import { announce } from './announce.js'
import { createApp } from './app.js'
import type { ProcessKeysService } from './domain/maintenance/process-keys.service.js'
import { rowsOf } from './domain/sql.js'
import { anonymous } from './kernel/actor.js'
import { asSystem, type OperationContext } from './kernel/context.js'
import type { OpenInfrastructure } from './infrastructure.js'
import { requireKey, type SealedPlatform } from './keys/require-key.js'
import { listen } from './listening.js'
import { onceStopped } from './stopping.js'

/**
 * Builds the app, listens, and drains at the end. One of several processes prepares the set-up: each new link makes the
 * former one useless.
 */
export async function serve(infrastructure: OpenInfrastructure, preparesSetUp: boolean): Promise<void> {
  const { config, log, drain, clock } = infrastructure
  const start: OperationContext = { actor: anonymous, face: 'system', requestId: 'start', clock, log }
  const app = await createApp(infrastructure)
  await demandKey(infrastructure, app.services.processKeys, start)
  // Before the server listens: a client that waits until the process is ready may set it up at once.
  const setUpToken = preparesSetUp ? await app.services.setUp.prepare(start) : undefined
  await app.services.twoFactor.restrictAllSessions(start)
  const limits = { most: config.maxConnections, stall: config.uploadStallMilliseconds }
  const server = await listen(createLimitedServer(app.listener, limits), config)
  onceStopped(log, async () => {
    await drain.run(server, config.drainMilliseconds)
    await app.stop()
    await infrastructure.close()
  })
  announce(config, log, setUpToken)
  app.background.start(start)
  void app.services.singleSignOn.tryOut(start)
  await app.services.releaseFeed
    .addUnknown(asSystem(start, 'the feed of versions'))
    .catch((error: unknown) => log.warn({ error: String(error) }, 'the feed of engine versions was not read'))
}

/** Requires a key that opens the sealed values. Announces this process's keys first, for others that start with another. */
async function demandKey(
  infrastructure: OpenInfrastructure,
  processKeys: ProcessKeysService,
  ctx: OperationContext,
): Promise<void> {
  await processKeys.announce(ctx)
  await requireKey(sealedPlatformOf(infrastructure, ctx)).catch(async (error: unknown) => {
    await processKeys.leave(ctx)
    throw error
  })
}

const sealedPlatformOf = (
  { config, database, storage, keyring }: OpenInfrastructure,
  ctx: OperationContext,
): SealedPlatform => ({
  query: (text, values = []) =>
    rowsOf(database.of(ctx), { compile: () => CompiledQuery.raw(text, [...values]) }),
  ...{ storage, keyring },
  keysAt: config.secretKey === undefined ? join(config.dataDir, 'secret.key') : 'SECRET_KEY',
})
