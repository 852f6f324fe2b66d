import { isInputObjectType, isScalarType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../../src/graphql/schema.js'
import type { FaceServices } from '../../../src/http/face-services.js'
import { routes } from '../../../src/rest/routes.js'
import { walkedStatuses } from '../../policy/golden.js'
import { graphql } from '../../rest.js'
import { startHere, type Change } from './change.js'
import { changes } from './changes.js'

const rows = Object.entries(changes)

/**
 * Mutations that need no right or another proof than a token, that leave no row in the log, or whose right depends on
 * what needs attention; other tests cover them.
 */
const others = [
  'accountEmailConfirm',
  'accountEmailConfirmationSend',
  'accountPasswordUpdate',
  'attentionItemPostpone',
  'attentionItemRelease',
  'attentionItemTake',
  'bulkActCancel',
  'bulkActRetry',
  'bulkActStart',
  'bulkActUndo',
  'cliLoginAuthorize',
  'failedUploadPutAway',
  'inboxAllRead',
  'inboxEntryRead',
  'initialAdministratorCreate',
  'invitationAccept',
  'organizationMembershipAccept',
  'registryModuleFollow',
  'registryModuleUnfollow',
  'sessionReauthenticate',
  'signIn',
  'signInVerify',
  'signOut',
  'singleSignOnFinish',
  'singleSignOnStart',
  'sitePublicProviderFileImport',
  'sitePublicProviderLook',
  'twoFactorDisable',
  'twoFactorEnable',
  'twoFactorRecoveryCodesRenew',
  'twoFactorSetUp',
]

/** Operations for scripts alone, each with the reason. */
const scriptsAlone = {
  'PATCH /account/password': 'asks for the old password: accountPasswordUpdate',
  'POST /admin/public-providers/:id/actions/look': 'leaves no row: sitePublicProviderLook',
  'POST /workspaces/:id/state-versions': 'the CLI alone writes states',
  'POST /workspaces/:id/relationships/remote-state-consumers': 'kept for clients that set it',
  'PATCH /workspaces/:id/relationships/remote-state-consumers': 'the same',
  'DELETE /workspaces/:id/relationships/remote-state-consumers': 'the same',
  'POST /workspaces/:id/relationships/remote_state_consumers': 'the same',
  'PATCH /workspaces/:id/relationships/remote_state_consumers': 'the same',
  'DELETE /workspaces/:id/relationships/remote_state_consumers': 'the same',
  'DELETE /organizations/:org/tags': 'persons change the tags of one workspace after the other',
  'POST /tags/:id/relationships/workspaces': 'the same',
  'POST /organizations/:org/projects': 'always refused: there is one project',
  'PATCH /projects/:id': 'the same',
  'DELETE /projects/:id': 'the same',
  'PATCH /projects/:id/tag-bindings': 'the same',
  'POST /projects/:id/relationships/workspaces': 'the same',
  'POST /team-projects': 'the same',
  'POST /team-workspaces': 'always refused: teams have their rights in the whole organization',
  'PATCH /workspaces/:id/relationships/ssh-key': 'always refused: there are no keys',
  'POST /organizations/:org/registry-modules/vcs': 'always refused: versions are uploaded',
  'POST /registry-modules': 'the same',
  'POST /organizations/:org/runs': 'always refused: the CLI plans and applies',
  'POST /workspaces/:id/runs': 'the same',
  'POST /runs': 'the same',
  'POST /workspaces/:id/vars': 'the same',
  'DELETE /organizations/:org/team-tokens': 'persons revoke one after the other, each by its name',
}

const here = await startHere()
const { app, callers } = here

const walked = await walkedStatuses()
const schema = buildGraphqlSchema()
const mutations = schema.getMutationType()?.getFields() ?? {}
const inputTypeOf = (name: string): string => String(mutations[name]?.args[0]?.type)

interface Payload {
  readonly userErrors: { field: string[]; code: string; message: string }[]
}

interface Answer {
  readonly payload: Payload | undefined
  readonly codes: string[]
}

async function run(name: string, caller: string, input: object): Promise<Answer> {
  const wanted = `${changes[name]?.answer} userErrors { field code message }`
  const query = `mutation ($input: ${inputTypeOf(name)}) { ${name}(input: $input) { ${wanted} } }`
  const { data, errors = [] } = await graphql(app, callers.bearers[caller], query, { input })
  expect(errors.filter(({ extensions }) => extensions.code !== 'UNAUTHENTICATED')).toEqual([])
  const payload = data?.[name] as Payload | undefined
  return { payload, codes: errors.map(({ extensions }) => extensions.code) }
}

const audited = (): Promise<number> => app.prisma.auditEvent.count({ where: { face: 'console' } })

test('every mutation has its row here, and every operation of the API that changes something its mutation', () => {
  expect([...Object.keys(changes), ...others].sort()).toEqual(Object.keys(mutations).sort())
  const operations = Object.entries(routes({} as FaceServices)).flatMap(([path, resource]) =>
    Object.keys(resource.operations)
      .filter((method) => method !== 'GET')
      .map((method) => `${method} ${path}`),
  )
  const keys = ['POST /gpg-keys', 'PATCH /gpg-keys/:namespace/:keyId', 'DELETE /gpg-keys/:namespace/:keyId']
  const known = [...rows.flatMap(([, { rest }]) => rest), ...Object.keys(scriptsAlone)]
  expect(known.sort()).toEqual([...operations, ...keys].sort())
})

describe.each(rows)('%s', (name, change) => {
  test('does it, and leaves a row in the audit log with caller, token, address, request and reason', async () => {
    const input = await change.input(here)
    const { payload } = await run(name, change.by, input)
    expect(payload).toMatchObject({ userErrors: [], ...change.gives(input) })
    const row = await app.prisma.auditEvent.findFirst({
      where: { face: 'console' },
      orderBy: { id: 'desc' },
    })
    const by = await app.prisma.authenticationToken.findFirst({ where: { id: row?.credentialId ?? '' } })
    expect(row).toMatchObject({
      action: change.audit,
      reason: input['reason'] ?? null,
      actorType: 'user',
      actorId: by?.userId,
      address: expect.stringMatching(/127\.0\.0\.1/),
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('says under its field what is wrong, and refuses what is stale; nothing has happened', async () => {
    const before = await audited()
    const input = await change.input(here)
    const { wrong } = change
    if (wrong) {
      const { payload } = await run(name, change.by, { ...input, ...wrong.input })
      expect(payload?.userErrors[0]).toMatchObject({ field: wrong.field, code: wrong.code })
    }
    if (hasOptimisticLock(name)) {
      const { payload } = await run(name, change.by, { ...input, expectedUpdatedAt: longAgo })
      expect(payload?.userErrors).toMatchObject([{ field: [], code: 'STALE' }])
    }
    expect(await audited()).toBe(before)
  })

  test('is NOT_FOUND without the right, to the very callers that the API answers 404', async () => {
    const mine = await run(name, 'nobody', await change.input(here))
    expect(mine).toMatchObject({ payload: undefined, codes: ['UNAUTHENTICATED'] })
    if (change.isCallers) return
    const before = await audited()
    const operation = change.asks ?? change.rest[0] ?? ''
    let input: object | undefined
    for (const caller of ['owner', 'manager', 'member', 'team token', 'org token', 'stranger', 'admin']) {
      input ??= await harmless(name, change)
      const { payload } = await run(name, caller, input)
      const isRefused = payload?.userErrors.some(({ code, field }) => code === 'NOT_FOUND' && !field.length)
      expect(isRefused, caller).toBe(isRefusedByRest(operation, caller))
      if (isRefused) expect(payload, caller).not.toMatchObject({ deletedId: expect.anything() })
      // What was refused leaves its thing to the next caller.
      else input = undefined
      if (isRefused && (change.wrong || hasOptimisticLock(name))) expect(await audited(), caller).toBe(before)
    }
  })
})

const longAgo = '2001-01-01T00:00:00.000Z'

/** Tells whether a mutation has an optimistic lock; one about many things reports each stale one separately. */
function hasOptimisticLock(name: string): boolean {
  const type = schema.getType(inputTypeOf(name).replace('!', ''))
  return isInputObjectType(type) && isScalarType(type.getFields()['expectedUpdatedAt']?.type)
}

/** An input that is refused even for a caller with the right, where there is such an input. */
async function harmless(name: string, change: Change): Promise<object> {
  const input = await change.input(here)
  if (change.wrong) return { ...input, ...change.wrong.input }
  return hasOptimisticLock(name) ? { ...input, expectedUpdatedAt: longAgo } : input
}

/** Tells whether REST answers a caller of the walk 404, by the golden file of the walk. */
function isRefusedByRest(operation: string, caller: string): boolean {
  const [method = '', route = ''] = operation.split(' ')
  const prefix = route.startsWith('/gpg-keys') ? '/api/registry/private/v2' : '/api/v2'
  const status = walked.get(`${method} ${prefix}${route}`)?.[caller]
  if (status === undefined) throw new Error(`the walk knows no ${operation} as ${caller}`)
  return status === '404'
}
