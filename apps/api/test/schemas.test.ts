import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSchema, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { printGraphqlSchema } from '../src/graphql/schema.js'
import { openApiDocument } from '../src/rest/openapi/document.js'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const mend = 'run `npm run print -w @engine/api` and commit what it writes'

test('the committed GraphQL schema is the one the resolvers make', () => {
  expect(printGraphqlSchema(), mend).toBe(read('../schema.graphql'))
})

test('the committed OpenAPI document is the one the routes make', () => {
  expect(`${JSON.stringify(openApiDocument(), null, 2)}\n`, mend).toBe(read('../openapi.json'))
})

/** Fields of `SiteOrganization`. */
const forAdministrators = [
  'isDisabled',
  'accessBetaTools',
  'globalModuleSharing',
  'workerSudoEnabled',
  'workspaceLimit',
  'applyTimeout',
  'planTimeout',
]

/** Columns that no face shows, each for a reason. A new column is either a field or stands here. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  // Keys that only carry an order or a uniqueness.
  EngineVersion: ['sortKey'],
  EngineVersionArch: ['engineVersionId', 'position'],
  // Whose it is, and which process runs it.
  EngineVersionVerification: ['engineVersionId', 'lease', 'leaseUntil'],
  // Told as the builds of a version.
  ReleaseFeedAlarm: ['engineVersionId', 'os', 'arch', 'offered', 'seenAt'],
  Organization: ['nameKey', ...forAdministrators],
  Workspace: ['nameKey', 'organizationId', 'engineVersionId'],
  RegistryProvider: ['namespaceKey', 'nameKey', 'organizationId'],
  RegistryProviderVersion: ['sortKey', 'providerId', 'shasumsKey', 'shasumsSigKey', 'signingKeyId'],
  RegistryProviderPlatform: ['versionId', 'binaryKey', 'binarySha256'],
  GpgKey: ['organizationId'],
  // Secrets, and who owns the thing, who is the viewer.
  // `emailVerified` says whether there is a proof.
  User: [
    ...['usernameKey', 'emailKey', 'emailProof', 'emailVerifiedAt', 'updatedAt'],
    ...['passwordHash', 'twoFactorSecret', 'twoFactorStep', 'firstSignedInAt'],
  ],
  Team: ['nameKey', 'organizationId'],
  // `bySso` says who may take it away: people, or the groups of single sign-on.
  OrganizationMembership: ['emailKey', 'organizationId', 'userId', 'teamIds', 'bySso'],
  AuthenticationToken: ['tokenHash', 'userId', 'teamId', 'organizationId', 'createdById', 'madeBy'],
  // Told as the actor, the target and the organization of an event.
  AuditEvent: [
    ...['actorType', 'actorId', 'actorName', 'credentialId', 'organizationId'],
    ...['subjectType', 'subjectId', 'subjectName'],
  ],
  // The one is shown to its own bearer, as `Viewer.needsTwoFactor`; the other decides whether that is possible.
  Session: ['tokenHash', 'userId', 'needsTwoFactor', 'bySingleSignOn'],
  // Told to the holder of the link, who knows no more of it.
  Invitation: ['id', 'tokenHash', 'membershipId', 'userId', 'createdById', 'createdAt', 'usedAt'],
}

function columns(): Map<string, string[]> {
  const models = read('../../../prisma/schema.prisma').matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)
  const scalars = /^ {2}(\w+)\s+(String|Int|BigInt|Boolean|DateTime|Json)\b/gm
  return new Map(
    [...models].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(scalars)].map(([, column = '']) => column),
    ]),
  )
}

test('every column of a model that GraphQL shows is a field, or is hidden for a reason', () => {
  const schema = buildSchema(printGraphqlSchema())
  const forgotten: string[] = []
  for (const [model, names] of columns()) {
    const type = schema.getType(model)
    if (!isObjectType(type)) continue
    const fields = type.getFields()
    for (const name of names)
      if (!(name in fields) && !hidden[model]?.includes(name)) forgotten.push(`${model}.${name}`)
  }
  expect(forgotten).toEqual([])
})

test('every list of the schema is a connection with a page and a total, or short by its nature', () => {
  const short = [
    'EngineConstraint.faults',
    'EngineVersion.archs',
    'EngineVersion.verifications',
    'Organization.entitlements',
    'Organization.permissions',
    'Organization.ssoGroups',
    'SiteOrganization.entitlements',
    'SiteOrganization.permissions',
    'SiteOrganization.ssoGroups',
    'SiteOrganization.owners',
    'Viewer.permissions',
    'AuthenticationToken.scopes',
    'RegistryProviderVersion.protocols',
    'RegistryProviderVersion.platforms',
    'Attention.downloads',
    'TokenConsequences.ends',
    'TokenConsequences.stays',
    'Invitation.teams',
    'PendingInvitation.teams',
    'PublicProviderVersion.protocols',
    'PublicProviderVersion.platforms',
    'ReleaseFeedAlarm.builds',
    'ReleaseFeedDifference.alarms',
    'ReleaseFeedDifference.archs',
    'ReleaseFeedDifference.changes',
    'ReleaseFeedFault.faults',
    'Cli.words',
    'RegistryModuleContents.submodules',
    'RegistryModuleContents.examples',
    'RegistryModulePart.inputs',
    'RegistryModulePart.outputs',
    'RegistryModulePart.dependencies',
    'RegistryModulePart.providers',
    'RegistryModulePart.resources',
    'RegistryModuleDownloadsHistory.days',
    'RegistryModuleSharing.organizations',
  ]
  const schema = buildSchema(printGraphqlSchema())
  const bare: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (
      !isObjectType(type) ||
      type.name.startsWith('__') ||
      /(Connection|Payload|UserError)$/.test(type.name)
    )
      continue
    for (const field of Object.values(type.getFields()))
      if (String(field.type).includes('[') && !short.includes(`${type.name}.${field.name}`))
        bare.push(`${type.name}.${field.name}`)
  }
  expect(bare).toEqual([])
})
