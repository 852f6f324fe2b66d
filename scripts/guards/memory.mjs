const remembered = 'apps/api/src/kernel/tagged-cache.ts'
const follower = 'apps/api/src/adapters/database/invalidation-subscriber.ts'
const responseCache = 'apps/api/src/http/response-cache.ts'
const limits = 'apps/api/src/http/rate-limits.ts'
const places = 'apps/api/src/domain/modules/module-places.service.ts'
const countNotes = 'prisma/migrations/20261122153500_note_module_counts/migration.sql'
const notes = 'prisma/migrations/20261122020807_note_changes/migration.sql'

const promisesTest = 'apps/api/test/response-cache/invalidation.test.ts'
const likenessTest = 'apps/api/test/response-cache/response-cache.test.ts'
const placesTest = 'apps/api/test/modules/places.test.ts'
const catalogueTest = 'apps/api/test/modules/catalogue-places.test.ts'
const followerTest = 'apps/api/test/database/invalidation-subscriber.test.ts'

/** What a process remembers of what it has read. */
export const memory = [
  {
    promise:
      'what is cached is used until a change is heard of, which no process misses, and never past its end',
    guards: [
      {
        id: 'memory-own-change',
        file: 'apps/api/src/adapters/database/transactions.ts',
        replace: 'await changes.waitUntilCurrent()',
        by: '',
        test: invalidationTest,
        name: '%s > is seen at once by the process that made the change, and soon by another',
      },
      {
        id: 'memory-changed',
        file: remembered,
        replace: 'if (!this.changes.isUnchanged(since, tags)) return false',
        by: '',
        test: invalidationTest,
        name: '%s > is seen at once by the process that made the change, and soon by another',
      },
      {
        id: 'memory-places-access',
        file: places,
        replace: '[topics.access, topics.moduleCounts]',
        by: '[topics.moduleCounts]',
        test: placesTest,
        name: 'a user who leaves an organization sees nothing of it',
      },
      {
        id: 'memory-places-counts',
        file: places,
        replace: '[topics.access, topics.moduleCounts]',
        by: '[topics.access]',
        test: placesTest,
        name: 'a module that is verified and is not any more',
      },
      {
        id: 'memory-places-whose',
        file: places,
        replace: '`${actor.type}/${actor.id}`',
        by: 'reach',
        test: placesTest,
        name: 'what one caller may use is remembered for nobody else',
      },
      {
        id: 'memory-catalogue-list',
        file: places,
        replace: '[whose(ctx.actor, reach), ...list]',
        by: '[whose(ctx.actor, reach)]',
        test: catalogueTest,
        name: 'each page is right, in each order and with each filter',
      },
      {
        id: 'memory-places-scopes',
        file: places,
        replace: "reach === 'own and shared' && 'id' in actor",
        by: "reach !== 'all' && 'id' in actor",
        test: catalogueTest,
        name: 'a token that may not use modules is shown none, whatever is remembered of the person',
      },
      {
        id: 'memory-catalogue-comes',
        file: countNotes,
        replace: 'AFTER INSERT OR DELETE ON "modules"',
        by: 'AFTER DELETE ON "modules"',
        test: catalogueTest,
        name: 'a module that is made, published, revoked and deleted',
      },
      {
        id: 'memory-catalogue-goes',
        file: countNotes,
        replace: 'AFTER INSERT OR DELETE ON "modules"',
        by: 'AFTER INSERT ON "modules"',
        test: catalogueTest,
        name: 'a module that is made, published, revoked and deleted',
      },
      {
        id: 'memory-catalogue-verified',
        file: countNotes,
        replace: 'OLD."verified" IS DISTINCT FROM NEW."verified"',
        by: 'FALSE',
        test: catalogueTest,
        name: 'a module without a version that is verified and is not any more',
      },
      {
        id: 'memory-silence',
        file: follower,
        replace: 'this.clock.elapsed() - this.confirmedAt < trustedFor ? this.heard.moment : undefined',
        by: 'this.heard.moment',
        test: followerTest,
        name: 'that gets no answer for a second trusts nothing',
      },
      {
        id: 'memory-silence-kept',
        file: follower,
        replace: 'this.clock.elapsed() - this.confirmedAt < trustedFor ? this.heard.moment : undefined',
        by: 'this.heard.moment',
        test: invalidationTest,
        name: 'a process that receives nothing for a second answers nothing from the cache',
      },
      {
        id: 'memory-late-catch-up',
        file: follower,
        replace: 'timer = setTimeout(() => {\n        this.confirmedAt = -Infinity',
        by: 'timer = setTimeout(() => {',
        test: followerTest,
        name: 'that cannot catch up in time trusts nothing',
      },
      {
        id: 'memory-late-commit',
        file: follower,
        replace: 'WHERE transaction >= pg_snapshot_xmin(',
        by: 'WHERE transaction >= pg_snapshot_xmax(',
        test: followerTest,
        name: 'misses no transaction that began before another and ended after it',
      },
      {
        id: 'memory-broken-line',
        file: follower,
        replace: 'else this.heard.invalidateAll()',
        by: '',
        test: followerTest,
        name: 'whose connection broke takes everything for changed, and follows again',
      },
      {
        id: 'memory-noted',
        file: notes,
        replace: 'CREATE TRIGGER "module_consumers_note_change" AFTER INSERT OR UPDATE OR DELETE ON',
        by: 'CREATE TRIGGER "module_consumers_note_change" AFTER INSERT ON',
        test: 'apps/api/test/database/invalidation-events.test.ts',
        name: 'what comes, changes or goes is noted in the same transaction, and nothing else is',
      },
      {
        id: 'memory-token-end',
        file: remembered,
        replace: 'return endsAt === undefined || this.clock.now() < endsAt',
        by: 'return true',
        test: invalidationTest,
        name: 'a token is good for no longer than it says, however long its owner is cached',
      },
      {
        id: 'memory-lifetime',
        file: remembered,
        replace: 'if (lifetime !== undefined && this.clock.elapsed() - readAt >= lifetime) return false',
        by: '',
        test: invalidationTest,
        name: 'the numbers of downloads in an answer are no older than they may be',
      },
      {
        id: 'memory-bytes',
        file: remembered,
        replace: '{ maxSize: bytes, ',
        by: '{ maxSize: bytes * 1000, ',
        test: likenessTest,
        name: 'no more is cached than the limit says',
      },
    ],
  },
  {
    promise:
      'a cached answer is only for the caller that it was made for, and only after the checks of every request',
    guards: [
      {
        id: 'memory-caller',
        file: responseCache,
        replace: '${office} ${actor.id} ${actor.credential',
        by: '${office} ${actor.credential',
        test: likenessTest,
        name: 'what one caller was told is not told to another',
      },
      {
        id: 'memory-scopes',
        file: responseCache,
        replace: "${actor.credential.scopes.join(' ')} ",
        by: '',
        test: likenessTest,
        name: 'what one caller was told is not told to another',
      },
      {
        id: 'memory-office',
        file: responseCache,
        replace: "actor.isSiteAdmin ? 'administrator' : actor.type",
        by: "actor.isSiteAdmin ? 'user' : actor.type",
        test: invalidationTest,
        name: '%s > is seen at once by the process that made the change, and soon by another',
      },
      {
        id: 'memory-limit',
        file: limits,
        replace: 'return window.used < this.requests ? this.use(id, window) : undefined',
        by: 'return headersOf(this.requests, this.requests - window.used, 0)',
        test: likenessTest,
        name: 'too many requests are refused from the cache as they are anew',
      },
      {
        id: 'memory-overload',
        file: limits,
        replace: 'if (this.overload.isShedding) return undefined',
        by: '',
        test: likenessTest,
        name: 'too many requests are refused from the cache as they are anew, and too much to do too',
      },
      {
        id: 'memory-count',
        file: responseCache,
        replace: "if (method === 'GET') answer.afterGet?.(context)",
        by: '',
        test: likenessTest,
        name: 'a download counts each time that it is given, and never for HEAD',
      },
      {
        id: 'memory-link',
        file: 'apps/api/src/http/header-list.ts',
        replace: 'ofTheRequest.test(name) || made.includes(name)',
        by: 'ofTheRequest.test(name)',
        test: likenessTest,
        name: 'the link of a download is made anew',
      },
      {
        id: 'memory-logged',
        file: responseCache,
        replace: 'logAnswer(this.parts.log, res, method, path)',
        by: '',
        test: likenessTest,
        name: 'an answer from the cache is logged and measured like any other',
      },
      {
        id: 'memory-measured',
        file: responseCache,
        replace: 'measureAnswer(this.parts.metrics, res, method, path)',
        by: '',
        test: likenessTest,
        name: 'an answer from the cache is logged and measured like any other',
      },
    ],
  },
]
