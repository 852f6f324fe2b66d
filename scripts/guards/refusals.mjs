/** What the audit log says of those who were refused, and what it does not. */
export const refusals = [
  {
    promise: 'failed sign-ins, refused tokens and denied changes are in the audit log, on every face',
    guards: [
      {
        id: 'refused-sign-in',
        file: 'apps/api/src/domain/identity/sign-in.service.ts',
        replace: 'ctx.refused?.(ctx, { ...refusal, why })',
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'with a wrong password names the user it was tried for, and never what was typed',
      },
      {
        id: 'refused-too-early',
        file: 'apps/api/src/domain/identity/sign-in-attempts.ts',
        replace: 'ctx.refused?.(ctx, { ...refusal, why: wait.why })',
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'that comes too early is recorded apart from those that were checked, however often it comes',
      },
      {
        id: 'refused-single-sign-on',
        file: 'apps/api/src/domain/identity/single-sign-on.service.ts',
        replace: 'ctx.refused?.(ctx, {',
        by: 'void ({',
        test: 'apps/api/test/single-sign-on/refusals.test.ts',
        name: 'a person whom the provider proves but who may not enter is recorded with the claims, once a minute',
      },
      {
        id: 'refused-password',
        file: 'apps/api/src/domain/identity/password-proof.ts',
        replace: "ctx.refused?.(ctx, { ...refusal, why: 'wrong current password' })",
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'to end another user’s session is recorded, and so is a wrong current password',
      },
      {
        id: 'refused-set-up',
        file: 'apps/api/src/domain/identity/set-up.service.ts',
        replace: 'if (!isGood) ctx.refused?.(',
        by: 'if (false) ctx.refused?.(',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'a wrong set-up token is recorded, without its value',
      },
      {
        id: 'refused-token',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace:
          "ctx.refused?.(ctx, { action: 'token.refuse', why, actor, subject, organizationId: organizationOf(actor) })",
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'since it is %s is recorded with its owner and its id',
      },
      {
        id: 'refused-unknown-token',
        file: 'apps/api/src/domain/identity/authentication.service.ts',
        replace: "ctx.refused?.(ctx, { action: 'token.refuse', why })",
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'since it was revoked, or never was, is recorded with the address alone',
      },
      {
        id: 'refused-denial',
        file: 'apps/api/src/kernel/permissions.ts',
        replace:
          "ctx.refused?.(ctx, { action: 'access.deny', why: 'lacks the right', subject, organizationId })",
        by: 'void subject',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'of a change is recorded with caller, token and right, on REST and GraphQL',
      },
    ],
  },
  {
    promise:
      'nothing that a stranger typed at a sign-in is stored: no password, and no name that does not exist',
    guards: [
      {
        id: 'typed-name',
        file: 'apps/api/src/domain/identity/sign-in.service.ts',
        replace: '...(found && { subject: subjectOf(found.user) }),',
        by: "subject: { type: 'user', id: found?.user.id ?? '', name: login },",
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'with an unknown name stores nothing of the name: a user may have typed a password there',
      },
      {
        id: 'typed-reason',
        file: 'apps/api/src/domain/audit/refusals.service.ts',
        replace:
          '{ face, requestId, clock, log, address }: OperationContext, actor: Actor): OperationContext {\n  return { actor,',
        by: 'ctx: OperationContext, actor: Actor): OperationContext {\n  const { face, requestId, clock, log, address } = ctx\n  return { ...ctx, actor,',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'keeps nothing of what was written into its headers either',
      },
    ],
  },
  {
    promise:
      'a stranger who is refused again and again can fill neither the memory nor the database, and cannot hide refusals of a known caller',
    guards: [
      {
        id: 'flood-memory',
        file: 'apps/api/src/domain/audit/refusals.service.ts',
        replace: 'if (this[whose].size < mostRefusals[whose])',
        by: 'if (this[whose].size < Infinity)',
        test: 'apps/api/test/audit/flood.test.ts',
        name: 'a stranger with ever new addresses adds so many events a minute and no more, and each try is counted',
      },
      {
        id: 'flood-database',
        file: 'apps/api/src/domain/audit/refusals.service.ts',
        replace: 'if (!isLast && tally.quietUntil > now) continue',
        by: '',
        test: 'apps/api/test/audit/refusals.test.ts',
        name: 'is one event a minute however often it is tried, which counts; the first is there at once',
      },
      {
        id: 'flood-apart',
        file: 'apps/api/src/domain/audit/refusals.service.ts',
        replace: "'credential' in actor ? 'known' : 'unknown'",
        by: "'unknown'",
        test: 'apps/api/test/audit/flood.test.ts',
        name: 'strangers take no room from authenticated callers',
      },
    ],
  },
]
