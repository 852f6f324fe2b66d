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
    promise: 'audit rows can be neither changed nor deleted through SQL',
    guards: [
      {
        id: 'audit-append-only',
        file: 'prisma/migrations/20261121000000_init/migration.sql',
        replace: "RAISE EXCEPTION 'audit events are append-only: % refused', TG_OP;",
        by: 'RETURN NULL;',
        test: 'apps/api/test/database/constraints.test.ts',
        name: 'an audit event is never',
      },
    ],
  },
  {
    promise:
      'the audit log is for site administrators, and of an organization for its owners; no secret is in it',
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
          'await this.audit.record(tx, { action, ...entrance, subject: subject(token), after: token })',
        by: 'await this.audit.record(tx, { action, ...entrance, subject: subject(token), after: { ...token, value } })',
        test: 'apps/api/test/rest/audit-events.test.ts',
        name: 'holds no value of a token and no password, whatever was done',
      },
    ],
  },
  {
    promise: 'an exported log runs no formula in a spreadsheet',
    guards: [
      {
        id: 'csv-formula',
        file: 'apps/api/src/rest/audit-exports.ts',
        replace: 'escape_formulas: true',
        by: 'escape_formulas: false',
        test: 'apps/api/test/rest/audit-exports.test.ts',
        name: 'is no formula to a spreadsheet',
      },
    ],
  },
]
