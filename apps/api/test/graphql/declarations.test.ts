import {
  GraphQLNonNull,
  isEnumType,
  isListType,
  isNonNullType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditEvent } from '../../src/domain/audit/audit-event.js'
import { ciIdentity } from '../../src/domain/ci-identities/ci-identity.js'
import { trustedIssuer } from '../../src/domain/ci-identities/trusted-issuer.js'
import { engineVersion } from '../../src/domain/engine-versions/engine-version.js'
import { organization } from '../../src/domain/organizations/organization.js'
import { publicProvider, publicProviderVersion } from '../../src/domain/public-providers/public-provider.js'
import { gpgKey } from '../../src/domain/registry-providers/gpg-key.js'
import { webhookDelivery } from '../../src/domain/webhooks/webhook-delivery.js'
import { webhook } from '../../src/domain/webhooks/webhook.js'
import { workspace } from '../../src/domain/workspaces/workspace.js'
import { buildGraphqlSchema } from '../../src/graphql/schema.js'

const kept = 'among `keptSettings`'
const ofAdministrators = 'a field of `SiteOrganization`'
const parent = 'what it belongs to has it as a field'
const ofClients = {
  allowForceDeleteWorkspaces: kept,
  speculativePlanManagementEnabled: kept,
  sessionTimeout: kept,
  sessionRemember: kept,
  kept,
}

/** A type, what it shows, and the attributes that it shows in another way. */
const types: readonly (readonly [string, z.ZodObject, Readonly<Record<string, string>>])[] = [
  [
    'Organization',
    organization,
    {
      ...ofClients,
      accessBetaTools: ofAdministrators,
      workerSudoEnabled: ofAdministrators,
      applyTimeout: ofAdministrators,
      planTimeout: ofAdministrators,
    },
  ],
  ['SiteOrganization', organization, ofClients],
  ['Webhook', webhook, { organizationId: parent }],
  ['WebhookDelivery', webhookDelivery, { webhookId: parent }],
  [
    'Workspace',
    workspace,
    {
      organizationId: 'the id of `organization`',
      organization: 'a thing of its own',
      engineVersionId: 'the workspaces of a version are a list of the version',
      allowDestroyPlan: kept,
      fileTriggersEnabled: kept,
      queueAllRuns: kept,
      speculativeEnabled: kept,
      structuredRunOutputEnabled: kept,
      kept,
      currentStateVersionId: 'the id of `currentStateVersion`',
    },
  ],
  ['EngineVersion', engineVersion, {}],
  ['TrustedIssuer', trustedIssuer, {}],
  [
    'CiIdentity',
    ciIdentity,
    {
      organizationId: parent,
      trustedIssuerId: 'the id of `issuer`',
      teamId: 'the id of `team`',
      claims: 'a list, since there are no maps',
    },
  ],
  ['GpgKey', gpgKey, { organizationId: parent }],
  [
    'SitePublicProvider',
    publicProvider,
    {
      syncedAt: '`lookedAt`',
      syncError: '`lookError`',
      freshUntil: 'the origin is asked again by itself',
      firstKeyIds: '`newKey` of its versions',
    },
  ],
  [
    'SitePublicProviderVersion',
    publicProviderVersion,
    {
      providerId: parent,
      protocols: 'the engine alone reads them',
      heldFrom: '`heldUntil`',
      mismatch: '`alteration`',
      decisionReason: '`reason`',
    },
  ],
  [
    'AuditEvent',
    auditEvent,
    {
      actorType: '`actor.type`',
      actorId: '`actor.id`',
      actorName: '`actor.name`',
      credentialId: '`tokenId`',
      organizationId: '`organization.id`',
      organizationName: '`organization.name`',
      subjectType: '`target.type`',
      subjectId: '`target.id`',
      subjectName: '`target.name`',
    },
  ],
]

test.each(types)('the fields of %s are what the domain declares', (name, declared, elsewhere) => {
  const fields = fieldsOf(name)
  const kinds = Object.entries(declared.shape).map(([key, schema]) => [key, kindOf(schema)] as const)
  const others = kinds.filter(([key]) => !(key in elsewhere))
  expect(fields).toMatchObject(Object.fromEntries(others))
  const differently = kinds.filter(([key, kind]) => key in elsewhere && fields[key] !== kind)
  expect(differently.map(([key]) => key)).toEqual(expect.arrayContaining(Object.keys(elsewhere)))
})

const fieldsOf = (name: string): Record<string, string> => {
  const type = buildGraphqlSchema().getType(name) as GraphQLObjectType
  return Object.fromEntries(Object.entries(type.getFields()).map(([key, field]) => [key, shown(field.type)]))
}

const scalars: Readonly<Record<string, string>> = {
  ID: 'text',
  String: 'text',
  Boolean: 'flag',
  Int: 'number',
  Float: 'number',
  DateTime: 'date',
  JSON: 'facts',
}

/** `text`, `number or null`, `texts` and the like. */
function shown(type: GraphQLOutputType): string {
  if (!isNonNullType(type)) return `${shown(new GraphQLNonNull(type))} or null`
  const { ofType } = type
  if (isListType(ofType)) return `${shown(ofType.ofType)}s`
  return isEnumType(ofType) ? 'text' : (scalars[ofType.toString()] ?? ofType.toString())
}

function kindOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodNullable) return `${kindOf(schema.unwrap())} or null`
  if (schema instanceof z.ZodPipe) return kindOf(schema.in)
  if (schema instanceof z.ZodArray) return `${kindOf(schema.element)}s`
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'text'
  if (schema instanceof z.ZodBoolean) return 'flag'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodDate) return 'date'
  return schema instanceof z.ZodRecord ? 'facts' : 'unknown'
}
