import { getNamedType, isObjectType, type GraphQLNamedType } from 'graphql'
import { expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.js'
import { buildGraphqlSchema } from '../../src/graphql/schema.js'

/** GraphQL's view of a model. A column is a field with its name, or an entry in one of the two lists. */
interface Shown {
  /** Absent: of the model's name. */
  readonly type?: string
  /** Columns by the field that tells of them: `field`, `field.field` or, of another type, `Type.field`. */
  readonly as?: Readonly<Record<string, string>>
  /** Columns that no field tells of, and why. */
  readonly hidden?: Readonly<Record<string, string>>
}

const twin = 'a name in lower case, for its uniqueness'
const order = 'carries the order of versions'
const secret = 'a secret'
const parent = 'what it belongs to has it as a field'
const file = 'a key of the file storage, in place of which there are links'
const summed = '`OrganizationFigures.storedBytes` is the sum over an organization'
const deprecation = { deprecationReason: 'deprecation.reason', deprecationLink: 'deprecation.link' }
const endOfLife = { endOfLifeAt: 'endOfLife.date', endOfLifeReason: 'endOfLife.reason' }
const earlier = {
  earlierReason: 'what is revoked is deprecated with once the revocation is taken back',
  earlierLink: 'the same',
}
const keptAs = (...columns: string[]) => Object.fromEntries(columns.map((name) => [name, 'keptSettings']))
const ofAdministrators = ['accessBetaTools', 'workerSudoEnabled', 'applyTimeout', 'planTimeout']

/** Every model: how it is shown, or why it is not. */
const models: Readonly<Record<Prisma.ModelName, Shown | string>> = {
  User: {
    as: { emailProof: 'emailVerified', passwordHash: 'Viewer.hasPassword' },
    hidden: {
      usernameKey: twin,
      emailKey: twin,
      emailVerifiedAt: 'whether it is verified is what counts',
      twoFactorSecret: secret,
      twoFactorStep: secret,
      freedSsoAdmin: '`UserSignOn.isFreed` says that it is set; what it holds is read at a sign-in',
      firstSignedInAt: 'decides whether mail tells of a new network',
      updatedAt: 'no change of a user expects a state',
    },
  },
  RecoveryCode: 'secrets, of which `TwoFactor.recoveryCodes` is the number',
  UserIdentity: 'is read at a sign-in alone',
  LoginCode: 'secrets, each used once',
  LetterBudget: 'counts letters of the last hour',
  SetupToken: 'a secret, used once',
  AuthenticationToken: {
    as: { createdById: 'createdBy', madeBy: 'consequences' },
    hidden: {
      tokenHash: secret,
      userId: parent,
      organizationId: parent,
      ciIdentityId: 'ends it',
      provenance: 'is told of the versions that it publishes',
    },
  },
  Session: {
    as: { needsTwoFactor: 'Viewer.needsTwoFactor' },
    hidden: { tokenHash: secret, userId: parent, bySingleSignOn: 'decides whether it needs a second factor' },
  },
  SignInPlace: 'is read at a sign-in alone',
  Organization: {
    as: {
      ...Object.fromEntries(ofAdministrators.map((name) => [name, `SiteOrganization.${name}`])),
      ...keptAs('allowForceDeleteWorkspaces', 'speculativePlanManagementEnabled', 'sessionTimeout'),
      ...keptAs('sessionRemember', 'kept'),
    },
    hidden: {
      nameKey: twin,
      createdById: 'counts for the quota of its maker',
    },
  },
  ModuleConsumer: 'shown as `SiteOrganization.moduleConsumers` and `Organization.moduleProducers`',
  ProviderConsumer: 'shown as `SiteOrganization.providerConsumers` and `Organization.providerProducers`',
  OrganizationName: 'is read when a name is given',
  Team: { as: { organizationId: 'organization', ...keptAs('kept') }, hidden: { nameKey: twin } },
  TeamMember: 'shown as `Team.members`',
  OrganizationMembership: {
    as: { organizationId: 'organization', userId: 'user', teamIds: 'teams' },
    hidden: { emailKey: twin, bySso: 'decides who may end it: people, or the groups of single sign-on' },
  },
  Invitation: {
    as: { membershipId: 'organization', userId: 'username', createdById: 'invitedBy', usedAt: 'state' },
    hidden: {
      id: 'the holder of the link needs none',
      tokenHash: secret,
      createdAt: 'when it ends is what counts',
    },
  },
  EngineVersion: { as: endOfLife, hidden: { sortKey: order } },
  EngineVersionArch: {
    hidden: { engineVersionId: parent, position: 'carries the order of `EngineVersion.archs`' },
  },
  EngineVersionVerification: {
    hidden: { engineVersionId: parent, lease: 'which process runs it', leaseUntil: 'which process runs it' },
  },
  ReleaseFeedAlarm: 'shown as `AttentionItem`s of the kind `CHECKSUM_CHANGED`',
  Workspace: {
    as: {
      organizationId: 'organization',
      engineVersionId: 'resolvedEngineVersion',
      engineVersionWords: 'engineVersion',
      lockId: 'locked',
      lockedByName: 'lockedBy',
      ...keptAs('allowDestroyPlan', 'fileTriggersEnabled', 'queueAllRuns', 'speculativeEnabled'),
      ...keptAs('structuredRunOutputEnabled', 'kept'),
    },
    hidden: {
      nameKey: twin,
      storedBytes: summed,
      lockedById: 'its name is shown',
      lockedByType: 'its name is shown',
    },
  },
  WorkspaceTagKeys: 'the keys of `WorkspaceTag`, for filters',
  WorkspaceTag: { hidden: { id: 'the API of scripts alone names it', workspaceId: parent } },
  WorkspaceStateConsumer: 'it is kept for clients, and decides nothing',
  StateVersion: {
    as: {
      contents: 'resources',
      providers: 'resources',
      storageKey: 'downloadUrl',
      rolledBackToId: 'rolledBackToSerial',
      createdByType: 'createdBy.type',
      createdById: 'createdBy.id',
      createdByName: 'createdBy.name',
    },
    hidden: {
      workspaceId: parent,
      position: 'carries the order of states',
      force: 'a word of the CLI to the API',
      lockId: 'decides whether an upload is still good',
      outputCount: 'is the number of a list',
      listedBytes: 'decides which lists are too large',
      listedResources: 'is the number of a list',
      byFork: 'decides whether it counts as a run of the engine',
      credentialId: 'decides which tokens are told of module versions',
      jsonStorageKey: file,
      jsonSize: 'counts for the quota of its organization',
      jsonMd5: 'tells the same JSON that is sent again',
      outputsSize: 'counts for the quota of its organization',
    },
  },
  StateVersionOutput: 'outputs as release 0.1.0 stores them',
  StateOutputBlock: 'outputs, of which each block holds many',
  StateResourceBlock: 'resources, of which each block holds many',
  RegistryProvider: {
    as: { organizationId: 'organization', ...deprecation },
    hidden: {
      ...{ namespaceKey: twin, nameKey: twin, storedBytes: summed, ...earlier },
      documentedNames: 'words by which searches find it',
    },
  },
  RegistryProviderVersion: {
    as: {
      shasumsKey: 'shasumsUploaded',
      shasumsSigKey: 'shasumsSigUploaded',
      signingKeyId: 'published',
      ...deprecation,
      ...endOfLife,
    },
    hidden: {
      providerId: parent,
      sortKey: order,
      docsSize: summed,
      putAwayAt: 'what is put away is left out of `Attention.items`',
      ...earlier,
    },
  },
  RegistryProviderPlatform: {
    as: { binaryKey: 'providerBinaryUploaded' },
    hidden: {
      versionId: parent,
      binarySha256: 'is `shasum` once the version is published',
      binarySize: 'counts for the quota of its organization',
      zipFault: 'is told in `warnings`',
      zipProblem: 'is told in `warnings`',
      packageHash: 'stands in `packages` of the provider protocol',
    },
  },
  GpgKey: { as: { organizationId: 'namespace' } },
  Module: {
    type: 'RegistryModule',
    as: { organizationId: 'organization', ...keptAs('kept') },
    hidden: { nameKey: twin, storedBytes: summed },
  },
  ModuleSearchText: 'an index of modules',
  ModuleVersion: {
    type: 'RegistryModuleVersion',
    as: { ...deprecation, ...endOfLife },
    hidden: {
      moduleId: parent,
      sortKey: order,
      storageKey: file,
      ...earlier,
    },
  },
  ModuleVersionDocument: 'JSON texts, whose parts are `RegistryModuleVersion.contents` and `.folders`',
  ModuleReadme: {
    type: 'RegistryModuleReadme',
    as: { path: 'RegistryModuleFolder.path' },
    hidden: { versionId: parent },
  },
  ProviderDoc: {
    type: 'ProviderDoc',
    as: { content: 'ProviderDoc.text', tree: 'ProviderDoc.text', refusal: 'ProviderDoc.text' },
    hidden: { versionId: parent },
  },
  ModuleListing: 'an index of modules',
  ModuleDownload: 'summed up in `RegistryModule.downloads` and `.downloadsHistory`',
  ProviderDocsChanges: { hidden: { versionId: parent } },
  ProviderDownload: 'summed up in `RegistryProvider.consumers`',
  ProviderVersionDownloads: 'shown as `RegistryProviderVersion.downloads`',
  ModuleUse: 'shown as `Organization.moduleUpgrades` and `RegistryModule.consumers`',
  UsedModuleVersion: 'decides of which versions distances are counted',
  ModuleVersionDistance: 'shown as `ModuleUpgrade.breakingCount` and `.newestCompatible`',
  ModuleDistanceRequest: 'the queue of what is to be counted',
  ModuleUpgradeNotice: 'decides which webhooks are told, once',
  PublicProvider: {
    type: 'SitePublicProvider',
    as: { syncedAt: 'lookedAt', syncError: 'lookError' },
    hidden: {
      namespaceKey: twin,
      nameKey: twin,
      freshUntil: 'until then its origin is not asked',
      askedAt: 'nothing reads it any longer; a later release drops it',
      firstKeyIds: 'decide whether the key of a version is new',
      importedKeys: 'check the signatures of what is imported',
      createdAt: 'is when it was first seen',
    },
  },
  PublicProviderVersion: {
    type: 'SitePublicProviderVersion',
    as: { heldFrom: 'heldUntil', decisionReason: 'reason', packages: 'platforms.h1', mismatch: 'alteration' },
    hidden: {
      providerId: parent,
      sortKey: order,
      protocols: 'are for the engine',
      signingKeys: 'are for the engine, which checks by them',
      shasumsDigest: 'whether it is still the same is what counts',
      shasums: 'is a file, delivered to the engine',
      shasumsSignature: 'is a file, delivered to the engine',
    },
  },
  PublicProviderPlatform: {
    type: 'SitePublicProviderPlatform',
    hidden: { versionId: parent, document: 'stands in for its origin while that cannot be asked' },
  },
  OriginFile: 'shown as `SitePublicProviderPlatform.stored`, with hash and size',
  OriginFileLease: 'says which process fetches a file now',
  PublicModuleDocument: 'shown as `SitePublicModule` once its archive was seen',
  PublicProviderApproval: 'shown as `SitePublicProvider.approvedOrganizations`',
  PublicProviderRefusal: 'summed up in `SitePublicProvider.wanted`',
  PublicProviderUse: 'summed up in `SitePublicProvider.users`',
  TakenModuleVersion: 'is read when a number is given',
  TakenProviderPlatform: 'is read when a version is published',
  EngineSighting:
    'shown as `EngineVersion.seenRecently`, `Query.runEngineVersions` and `Query.engineRunners`',
  TrustedIssuer: { as: { forAll: 'organizations' } },
  TrustedIssuerOrganization: 'shown as `TrustedIssuer.organizations`',
  CiIdentity: {
    as: { organizationId: 'organization', trustedIssuerId: 'issuer', teamId: 'team' },
    hidden: { nameKey: twin, anchor: 'identities are found by it', anchorKey: 'as the anchor' },
  },
  UsedCiToken: 'is read at an exchange alone',
  BulkAct: {
    hidden: {
      userId: 'decides who sees it',
      asAdministrator: 'decides whether its person may still act',
      credential: 'is told of each of its events in the audit log',
      isSignInFresh: 'decides whether its person may act',
      address: 'is told of each of its events in the audit log',
      leaseUntil: 'which process works at it',
    },
  },
  BulkActTarget: {
    as: { targetId: 'id' },
    hidden: {
      actId: parent,
      position: 'carries the order of targets',
      given: 'what it is given back',
      expected: 'what it has to have for that',
      before: 'what an undoing gives it; the audit log has it',
      after: 'what it has to have for that; the audit log has it',
    },
  },
  CountWriter: 'processes keep count by it',
  JobLease: 'processes share work by it',
  LimitUse: 'processes share limits by it',
  KeyCanary: 'a start notices a wrong key by it',
  ProcessKeys: 'a rotation of keys waits by it',
  InvalidationEvent: 'processes tell each other by it',
  ModuleFollow: {
    type: 'FollowedModule',
    hidden: { userId: parent, moduleId: 'is the id of what is followed' },
  },
  InboxNotice: 'shown as `InboxEntry`',
  InboxEntry: { as: { noticeId: 'id' }, hidden: { userId: parent } },
  SharingRequest: {
    hidden: {
      organizationId: parent,
      producerKey: twin,
      askedById: 'is told of the answer, which tells the name alone',
    },
  },
  Webhook: {
    as: { organizationId: 'organization' },
    hidden: { secret, formerSecret: secret, headerValue: secret },
  },
  WebhookDelivery: {
    as: { dueAt: 'nextAttemptAt' },
    hidden: {
      sequence: 'carries the order of deliveries',
      webhookId: parent,
      subject: 'is in the payload',
      lease: 'which process sends it',
      queuedAt: 'carries when it is given up',
    },
  },
  AttentionAssignment: 'shown as `AttentionItem.assignee`',
  AttentionPostponement: 'shown as `AttentionItem.laterUntil`',
  AuditEvent: {
    as: {
      actorType: 'actor.type',
      actorId: 'actor.id',
      actorName: 'actor.name',
      credentialId: 'tokenId',
      organizationId: 'organization',
      subjectType: 'target.type',
      subjectId: 'target.id',
      subjectName: 'target.name',
    },
  },
}

const schema = buildGraphqlSchema()
const entries = Object.entries(models)

test('every Prisma model is shown by GraphQL, or is left out for a reason', () => {
  expect(Object.keys(models).sort()).toEqual(Object.keys(Prisma.ModelName).sort())
  const shown = entries.filter(([name, how]) => typeof how === 'string' && schema.getType(name))
  expect(shown, 'left out, but GraphQL has a type of that name').toEqual([])
})

test('every column of a shown model is a field, or is hidden for a reason', () => {
  const wrong = entries.flatMap(([model, how]) => (typeof how === 'string' ? [] : faultsOf(model, how)))
  expect(wrong).toEqual([])
})

function faultsOf(model: string, { type: name = model, as = {}, hidden = {} }: Shown): string[] {
  const columns = columnsOf(model)
  const type = schema.getType(name)
  const listed = [...Object.keys(as), ...Object.keys(hidden)]
  const forgotten = columns.filter((column) => !fieldAt(type, column) && !listed.includes(column))
  const gone = listed.filter((column) => !columns.includes(column))
  const twice = listed.filter((column, at) => fieldAt(type, column) || listed.indexOf(column) !== at)
  const untold = Object.values(as).filter((path) => !isTold(type, path))
  return [
    ...forgotten.map((column) => `${model}.${column} is no field of ${name}: show it, or say why not`),
    ...gone.map((column) => `${model}.${column} is listed, but there is no such column`),
    ...twice.map((column) => `${model}.${column} is listed, but shown by a field or another list`),
    ...untold.map((path) => `${model} is to be shown as ${path}, but there is no such field`),
  ]
}

/** Enumerations of the generated client, by model. */
function columnsOf(model: string): string[] {
  return Object.keys((Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`] ?? {})
}

function isTold(type: GraphQLNamedType | undefined, path: string): boolean {
  const [first = '', ...rest] = path.split('.')
  const [start, names] = /^[A-Z]/.test(first) ? [schema.getType(first), rest] : [type, [first, ...rest]]
  return names.reduce((at, name) => fieldAt(at, name), start) !== undefined
}

/** The type of a field, of the items of a list; undefined where there is none. */
function fieldAt(type: GraphQLNamedType | undefined, name: string): GraphQLNamedType | undefined {
  const field = isObjectType(type) ? type.getFields()[name] : undefined
  return field && getNamedType(field.type)
}
