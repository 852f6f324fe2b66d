/** What is written down, and who reads it. */
export const audit = [
  {
    promise: 'every change has its audit row in the same transaction',
    guards: [
      {
        id: 'audit-row',
        file: 'apps/api/src/domain/engine-versions/engine-versions.service.ts',
        replace:
          "await this.audit.record(tx, { action: 'engine-version.update', subject: subject(after), before, after })",
        by: '',
        test: 'apps/api/test/graphql/mutations/mutations.test.ts',
        name: 'does it, and leaves a row in the audit log with caller, token, address, request and reason',
      },
      {
        id: 'audit-transaction',
        file: 'apps/api/src/domain/audit/audit.service.ts',
        replace: 'if (connection === undefined || afterCommit === undefined)',
        by: 'if (false)',
        test: 'apps/api/test/database/audit-rows.test.ts',
        name: 'an audit row outside of a transaction is refused, and one in it goes with the change',
      },
    ],
  },
  {
    promise:
      'every event says who did it, with which token, from which address and in which request, on every face',
    guards: [
      {
        id: 'event-token',
        file: 'apps/api/src/domain/audit/audit.store.ts',
        replace: 'credentialId: actor.credential.id,',
        by: 'credentialId: null,',
        test: 'apps/api/test/audit/every-change.test.ts',
        name: 'whatever was done by the API is in its log with caller, token, address and request',
      },
      {
        id: 'event-address',
        file: 'apps/api/src/domain/audit/audit.store.ts',
        replace: 'address: ctx.address ?? null',
        by: 'address: null',
        test: 'apps/api/test/graphql/mutations/mutations.test.ts',
        name: 'does it, and leaves a row in the audit log with caller, token, address, request and reason',
      },
      {
        id: 'event-request',
        file: 'apps/api/src/http/request-context.ts',
        replace: 'given !== undefined && sane.test(given) ? given : randomUUID()',
        by: 'randomUUID()',
        test: 'apps/api/test/audit/every-change.test.ts',
        name: 'whatever was done by the API is in its log with caller, token, address and request',
      },
      {
        id: 'event-face',
        file: 'apps/api/src/http/request-context.ts',
        replace: "if (path === '/graphql') return 'console'",
        by: '',
        test: 'apps/api/test/graphql/mutations/mutations.test.ts',
        name: 'does it, and leaves a row in the audit log with caller, token, address, request and reason',
      },
      {
        id: 'event-link',
        file: 'apps/api/src/http/signed-links.ts',
        replace: 'setActor(res, await this.callers.recall(ctx, caller))',
        by: "const known = await this.callers.recall(ctx, caller)\n      setActor(res, { ...known, credential: { ...known.credential, id: 'a link' } })",
        test: 'apps/api/test/audit/every-change.test.ts',
        name: 'an upload by a link is audited with the caller that the link was made for',
      },
    ],
  },
  {
    promise:
      'audit rows can be neither changed nor deleted through SQL, except whole months that an event of the log names',
    guards: [
      {
        id: 'audit-append-only',
        file: 'prisma/migrations/20261121000000_init/migration.sql',
        replace: "RAISE EXCEPTION 'audit events are append-only: % refused', TG_OP;",
        by: 'RETURN NULL;',
        test: 'apps/api/test/database/constraints.test.ts',
        name: 'an audit event is never',
      },
      {
        id: 'audit-drop-declared',
        file: 'prisma/migrations/20261121221500_drop_old_audit_events/migration.sql',
        replace: '"until" IS NULL OR "at" >= "until"',
        by: '"at" >= "until"',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'the database deletes nothing without an event that says so, and nothing beyond what it says',
      },
      {
        id: 'audit-drop-no-further',
        file: 'prisma/migrations/20261121221500_drop_old_audit_events/migration.sql',
        replace: '"until" IS NULL OR "at" >= "until"',
        by: '"until" IS NULL',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'the database deletes nothing without an event that says so, and nothing beyond what it says',
      },
      {
        id: 'audit-drop-whole-months',
        file: 'prisma/migrations/20261121221500_drop_old_audit_events/migration.sql',
        replace: "-01T00:00:00\\.000Z$'",
        by: "-\\d\\dT00:00:00\\.000Z$'",
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'no event lets the database drop a month that is not over, a part of one, or anything by a user',
      },
      {
        id: 'audit-drop-month-is-over',
        file: 'prisma/migrations/20261121221500_drop_old_audit_events/migration.sql',
        replace: 'AND "after"->>\'until\' <= to_char(',
        by: "AND '' <= to_char(",
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'no event lets the database drop a month that is not over, a part of one, or anything by a user',
      },
      {
        id: 'audit-drop-by-nobody',
        file: 'prisma/migrations/20261121221500_drop_old_audit_events/migration.sql',
        replace: '"actor_type" = \'system\'\n        AND coalesce(',
        by: 'coalesce(',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'no event lets the database drop a month that is not over, a part of one, or anything by a user',
      },
    ],
  },
  {
    promise:
      'the running API is a database role that owns nothing: it cannot alter or truncate a table, disable a trigger, or delete an audit event younger than the retention',
    guards: [
      {
        id: 'role-of-the-api',
        file: 'apps/api/src/adapters/database/open.ts',
        replace: 'return { owner, connection: runtime, stop }',
        by: 'return { owner, connection: owner, stop }',
        test: 'apps/api/test/database/embedded-roles.test.ts',
        name: 'a folder of a release without roles and passwords gets them at the next start, and keeps all that it holds',
      },
      {
        id: 'role-audit-events',
        file: 'apps/api/src/adapters/database/runtime-role.ts',
        replace: "AND (relname <> 'audit_events' OR privilege IN ('SELECT', 'INSERT'))",
        by: '',
        test: 'apps/api/test/database/runtime-role.test.ts',
        name: 'may not: %s',
      },
      {
        id: 'role-too-much',
        file: 'apps/api/src/adapters/database/runtime-role.ts',
        replace: 'WHERE has <> needs',
        by: 'WHERE needs AND NOT has',
        test: 'apps/api/test/database/runtime-role.test.ts',
        name: 'grants what is missing of a database that was made without roles, and takes back what is too much',
      },
      {
        id: 'role-audit-age',
        file: 'prisma/migrations/20261122213638_drop_audit_events_as_owner/migration.sql',
        replace: "AT TIME ZONE 'UTC') IS NOT TRUE THEN",
        by: "AT TIME ZONE 'UTC') IS NULL AND FALSE THEN",
        test: 'apps/api/test/database/runtime-role.test.ts',
        name: 'may not drop audit events before the log is as old as the owner says, whatever it writes into the log',
      },
      {
        id: 'role-search-path',
        file: 'prisma/migrations/20261122213638_drop_audit_events_as_owner/migration.sql',
        replace: 'SET search_path = pg_catalog, %I, pg_temp',
        by: 'SET search_path = pg_temp, pg_catalog, %I',
        test: 'apps/api/test/database/runtime-role.test.ts',
        name: 'cannot put a table of its own in the place of what the owner’s function asks',
      },
    ],
  },
  {
    promise:
      'the embedded database asks every role for its password, including processes of the user that it runs as',
    guards: [
      {
        id: 'embedded-password',
        file: 'apps/api/src/adapters/database/embedded/roles.ts',
        replace: '`local ${rule} scram-sha-256`',
        by: '`local ${rule} trust`',
        test: 'apps/api/test/database/embedded-roles.test.ts',
        name: 'no role gets in without its password, and no other role at all',
      },
    ],
  },
  {
    promise:
      'months of the audit log are deleted only when they are older than `AUDIT_RETENTION`, by one process, and the log says so',
    guards: [
      {
        id: 'retention-age',
        file: 'apps/api/src/domain/audit/audit-retention.ts',
        replace: 'now.getUTCMonth() - months, 1',
        by: 'now.getUTCMonth() - months + 1, 1',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'whole months go that are older than the retention, and an event says how many and until when',
      },
      {
        id: 'retention-for-ever',
        file: 'apps/api/src/domain/audit/audit-retention.service.ts',
        replace:
          'if (this.retention === undefined) return\n    const until = keptSince(ctx.clock.now(), this.retention)',
        by: 'const until = keptSince(ctx.clock.now(), this.retention ?? 24)',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'with no retention limit nothing goes',
      },
      {
        id: 'retention-once',
        file: 'apps/api/src/domain/audit/audit-retention.service.ts',
        replace: 'await this.store.lock(tx)',
        by: '',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'a process that finds another one about to drop waits for it, and says nothing of its own',
      },
      {
        id: 'retention-said',
        file: 'apps/api/src/domain/audit/audit-retention.service.ts',
        replace: 'after: { events, from, until, keptMonths: this.retention },',
        by: 'after: { until },',
        test: 'apps/api/test/audit/retention.test.ts',
        name: 'whole months go that are older than the retention, and an event says how many and until when',
      },
    ],
  },
  {
    promise: 'a line of `AUDIT_LOG=stdout` is written only for a committed event, and contains no secret',
    guards: [
      {
        id: 'lines-committed',
        file: 'apps/api/src/domain/audit/audit.service.ts',
        replace: 'if (event) afterCommit(() => listener.tell(event))',
        by: 'if (event) listener.tell(event)',
        test: 'apps/api/test/audit/lines.test.ts',
        name: 'an event is told once its transaction is committed, and not before',
      },
      {
        id: 'lines-once',
        file: 'apps/api/src/adapters/database/transactions.ts',
        replace: 'for (let attempt = 1; ; attempt++) {\n    try {\n      const after: (() => void)[] = []',
        by: 'const after: (() => void)[] = []\n  for (let attempt = 1; ; attempt++) {\n    try {',
        test: 'apps/api/test/audit/lines.test.ts',
        name: 'of a transaction that is undone nothing is told; of one that is tried again, once',
      },
      {
        id: 'lines-as-exported',
        file: 'apps/api/src/domain/audit/audit-row.ts',
        replace: "JSON.stringify({ type: 'audit', ...auditRow(event) })",
        by: "JSON.stringify({ type: 'audit', ...event, ...auditRow(event) })",
        test: 'apps/api/test/audit/lines.test.ts',
        name: 'a line is one line of what an export says of the event, told from others by its type',
      },
    ],
  },
  {
    promise:
      'only site administrators read the audit log, and owners that of their organization; it contains no secret',
    guards: [
      {
        id: 'audit-readers',
        file: 'apps/api/src/domain/audit/audit-events.service.ts',
        replace: "await this.organizations.accessById(ctx, event.organizationId, 'audit-events:read')",
        by: '',
        test: 'apps/api/test/graphql/audit-events.test.ts',
        name: 'a member without the rights of an owner, and a token of the owners themselves, read nothing',
      },
      {
        id: 'audit-own-organization',
        file: 'apps/api/src/domain/audit/audit-events.service.ts',
        replace: "const { organization } = await this.organizations.access(ctx, name, 'audit-events:read')",
        by: "if (name !== '') return filter\n    const { organization } = await this.organizations.access(ctx, name, 'audit-events:read')",
        test: 'apps/api/test/graphql/audit-events.test.ts',
        name: 'a member without the rights of an owner, and a token of the owners themselves, read nothing',
      },
      {
        id: 'audit-no-secret',
        file: 'apps/api/src/domain/identity/authentication-tokens.service.ts',
        replace:
          'await this.parts.audit.record(tx, { action, ...decision, subject: subject(token), after: token })',
        by: 'await this.parts.audit.record(tx, { action, ...decision, subject: subject(token), after: { ...token, value } })',
        test: 'apps/api/test/rest/audit-events.test.ts',
        name: 'contains no value of a token and no password, whatever was done',
      },
    ],
  },
  {
    promise: 'an exported log runs no formula in a spreadsheet',
    guards: [
      {
        id: 'csv-formula',
        file: 'apps/api/src/rest/audit/audit-exports.ts',
        replace: 'escape_formulas: true',
        by: 'escape_formulas: false',
        test: 'apps/api/test/rest/audit-exports.test.ts',
        name: 'is no formula to a spreadsheet',
      },
    ],
  },
]
