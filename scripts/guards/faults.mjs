/** In place of a look-up: the first time as before, afterwards what this process found then. */
const remembering = (lookUp, key, name = 'found') => `
    const memory = ((this as { memory?: Map<string, never> }).memory ??= new Map())
    if (!memory.has(${key})) memory.set(${key}, (${lookUp}) as never)
    const ${name} = memory.get(${key})`

/** What holds while something else does not: the database, the storage, the time, another process. */
export const faults = [
  {
    promise:
      'while the database or the storage is unavailable, no change is made by halves and no acknowledged change is lost',
    guards: [
      {
        id: 'away-whole',
        file: 'apps/api/src/adapters/database/transactions.ts',
        replace: 'await prisma.$transaction((client) =>',
        by: 'await ((run: (client: PrismaClient) => unknown) => run(prisma) as never)((client) =>',
        test: 'apps/api/test/database/away.test.ts',
        name: 'that goes in the middle of a transaction makes it unavailable, and nothing of it is done',
      },
      {
        id: 'away-database',
        file: 'apps/api/src/adapters/database/failures.ts',
        replace: "(isAway ? 'The database is unavailable' : undefined)",
        by: 'undefined',
        test: 'apps/api/test/database/away.test.ts',
        name: 'that cannot be reached makes everything unavailable, and serves again once it is back',
      },
      {
        id: 'away-commit',
        file: 'apps/api/src/domain/registry-modules/module-uploads.service.ts',
        replace: 'if (isSurelyUndone(error)) await this.files.remove',
        by: 'await this.files.remove',
        test: 'apps/api/test/modules/database-away.test.ts',
        name: 'a version whose commit went through while its answer was lost is published with its file',
      },
      {
        id: 'away-durable',
        file: 'apps/api/src/adapters/database/embedded/server.ts',
        replace: "max_connections: '60',",
        by: "max_connections: '60',\n  fsync: 'off',",
        test: 'apps/api/test/database/embedded.test.ts',
        name: 'makes a database that is durable, in UTF-8, and private',
      },
      {
        id: 'away-file',
        file: 'apps/api/src/adapters/storage/disk.ts',
        replace: 'const draft = join(this.folder, unfinished, randomUUID())\n    const file = await',
        by: 'const draft = target\n    await mkdir(dirname(target), { recursive: true })\n    await rm(target, { force: true })\n    const file = await',
        test: 'apps/api/src/adapters/storage/disk.test.ts',
        name: 'a disk that fails half-way through a file leaves the former one as it was',
      },
      {
        id: 'away-storage',
        file: 'apps/api/src/adapters/storage/files.ts',
        replace: 'throw errorCode(error) === undefined ? error : new StorageUnavailable(error)',
        by: 'throw error',
        test: 'apps/api/test/modules/storage-away.test.ts',
        name: 'while the folder of the files is gone, files are 503 and all else is served; what comes back with it is whole',
      },
      {
        id: 'away-folder',
        file: 'apps/api/src/adapters/storage/disk.ts',
        replace: 'await guarded(() => stat(join(this.folder, unfinished)))',
        by: '',
        test: 'apps/api/test/modules/storage-away.test.ts',
        name: 'while the folder of the files is gone, files are 503 and all else is served; what comes back with it is whole',
      },
      {
        id: 'away-bucket',
        file: 'apps/api/src/adapters/storage/s3-failures.ts',
        replace: 'throw new StorageUnavailable(error)',
        by: 'throw error',
        test: 'apps/api/src/adapters/storage/s3.test.ts',
        name: 'a server that went away is an unavailable storage, not a missing file',
      },
    ],
  },
  {
    promise: 'a wrong clock of the machine lifts no limit and stops no job for good',
    guards: [
      {
        id: 'clock-limits',
        file: 'apps/api/src/http/rate-limits.ts',
        replace: 'const now = this.clock.elapsed()',
        by: 'const now = this.clock.now().getTime()',
        test: 'apps/api/src/http/rate-limits.test.ts',
        name: 'a change of the machine’s clock does not change the wait that was told',
      },
      {
        id: 'clock-guesses',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace: 'const now = ctx.clock.elapsed()',
        by: 'const now = ctx.clock.now().getTime()',
        test: 'apps/api/test/graphql/sign-in-attempts.test.ts',
        name: 'a change of the machine’s clock does not change the wait that was told',
      },
      {
        id: 'clock-refusals',
        file: 'apps/api/src/domain/audit/refusals.service.ts',
        replace: 'const now = ctx.clock.elapsed()',
        by: 'const now = ctx.clock.now().getTime()',
        test: 'apps/api/test/clock-jumps.test.ts',
        name: 'hides no refusal from the audit log',
      },
      {
        id: 'clock-upkeep',
        file: 'apps/api/src/domain/maintenance/job-leases.store.ts',
        replace: ' OR t.due_at > ${later(now, tooFar)}`',
        by: '`',
        test: 'apps/api/test/clock-jumps.test.ts',
        name: 'delays no task of the maintenance',
      },
      {
        id: 'clock-lease',
        file: 'apps/api/src/domain/engine-versions/verifications.store.ts',
        replace: ' OR lease_until > ${later(now, tooLong)}',
        by: '',
        test: 'apps/api/test/clock-jumps.test.ts',
        name: 'leaves no file to a process that is gone',
      },
    ],
  },
  {
    promise:
      'a change that removes access applies on every face: on the replica that made it as soon as it answers, on every other one within a second',
    guards: [
      {
        id: 'replica-tokens',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: 'const found = await this.tokens.findByHash(ctx, hash)',
        by: remembering('await this.tokens.findByHash(ctx, hash)', 'hash'),
        test: 'apps/api/test/policy/other-organizations.test.ts',
        name: 'a deleted token and an ended session give no access at another process, by any face',
      },
      {
        id: 'replica-sessions',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: 'const found = await this.sessions.findByHash(ctx, hash)',
        by: remembering('await this.sessions.findByHash(ctx, hash)', 'hash'),
        test: 'apps/api/test/policy/other-organizations.test.ts',
        name: 'a deleted token and an ended session give no access at another process, by any face',
      },
      {
        id: 'replica-roles',
        file: 'apps/api/src/domain/organizations/organizations.service.ts',
        replace: 'const found = key && (await this.store.findWithRoles(ctx, key))',
        by: remembering(
          'key && (await this.store.findWithRoles(ctx, key))',
          'JSON.stringify([ctx.actor, key])',
        ),
        test: 'apps/api/test/policy/other-organizations.test.ts',
        name: 'a user who was suspended, is no longer administrator or has left loses access at another process',
      },
      {
        id: 'replica-sharing',
        file: 'apps/api/src/domain/module-sharing/module-sharing.service.ts',
        replace: 'const organization = await this.store.findSharing(ctx, key)',
        by: remembering(
          'await this.store.findSharing(ctx, key)',
          'JSON.stringify([ctx.actor, key])',
          'organization',
        ),
        test: 'apps/api/test/policy/other-organizations.test.ts',
        name: 'what is shared no more, or was disabled, is gone at another process',
      },
    ],
  },
]
