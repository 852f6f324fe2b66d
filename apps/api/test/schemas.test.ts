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

test('every list of the schema is a connection with a page and a total, or short by its nature', () => {
  const short = [
    'EngineConstraint.faults',
    'AvailableEngineVersion.archs',
    'EngineVersion.archs',
    'EngineVersion.verifications',
    'OrganizationPublicProviderVersion.listedPlatforms',
    'PublicProviderSettings.decidedBy',
    'PublicProviderSettings.origins',
    'SitePublicProvider.wanted',
    'SitePublicProvider.warnings',
    'SitePublicProviderVersion.differences',
    'SitePublicProviderVersion.listedPlatforms',
    'SitePublicProviderVersion.platforms',
    'SitePublicProviderVersion.usedBy',
    'Organization.entitlements',
    'Organization.permissions',
    'Organization.quotas',
    'Organization.ssoGroups',
    'SiteOrganization.entitlements',
    'SiteOrganization.permissions',
    'SiteOrganization.quotas',
    'SiteOrganization.ssoGroups',
    'SiteOrganization.owners',
    'Viewer.permissions',
    'SearchHit.permissions',
    'BulkActPreview.refused',
    'BulkActPreviewAffected.names',
    'BulkActPreviewPart.names',
    'BulkActPreviewRefusal.names',
    'AuthenticationToken.scopes',
    'Webhook.triggers',
    'RegistryProvider.warnings',
    'RegistryProviderPlatform.warnings',
    'RegistryProviderVersion.warnings',
    'RegistryProviderVersion.protocols',
    'RegistryProviderVersion.platforms',
    'Attention.downloads',
    'TokenConsequences.ends',
    'TokenConsequences.stays',
    'Invitation.teams',
    'GpgKey.userIds',
    'GpgKey.signerIds',
    'PendingInvitation.teams',
    'PublicProviderVersion.protocols',
    'PublicProviderVersion.platforms',
    'SharedRegistryProviderVersion.protocols',
    'SharedRegistryProviderVersion.platforms',
    'ReleaseFeedAlarm.builds',
    'ReleaseFeedDifference.alarms',
    'ReleaseFeedDifference.archs',
    'ReleaseFeedDifference.changes',
    'ReleaseFeedFault.faults',
    'Cli.words',
    'Workspace.tagNames',
    'Workspace.tags',
    'Organization.keptSettings',
    'RegistryModule.keptSettings',
    'SiteOrganization.keptSettings',
    'Team.keptSettings',
    'Workspace.keptSettings',
    'RegistryModuleFolder.configurationAliases',
    'RegistryModuleFolder.engineConstraints',
    'RegistryModuleProviderRequirement.configurationAliases',
    'RegistryModuleVersion.warnings',
    'StateVersion.warnings',
    'StateVersion.resources',
    'StateComparison.changes',
    'RegistryModule.versionUse',
    'RegistryModule.recentDownloads',
    'RegistryModuleContents.submodules',
    'RegistryModuleContents.examples',
    'RegistryModulePart.inputs',
    'RegistryModulePart.outputs',
    'RegistryModulePart.dependencies',
    'RegistryModulePart.computedCalls',
    'RegistryModulePart.engineConstraints',
    'RegistryModulePart.providers',
    'RegistryModulePart.resources',
    'RegistryModuleChange.facts',
    'RegistryModuleInterface.breaking',
    'ModuleUpgrade.usedBy',
    'RegistryModuleConsumer.usedBy',
    'RegistryModuleDownloadsHistory.days',
    'RegistrySharing.organizations',
    'RegistryModule.matches',
    'RegistryModuleFacets.organizations',
    'RegistryModuleFacets.providers',
    'Query.search',
    'SearchHit.matches',
    'AuditEvent.changes',
    'EngineRunHistory.days',
    'EngineVersion.runs',
    'Query.auditEventCounts',
    'Query.engineLines',
    'Query.engineRuns',
    'RunEngineVersion.runs',
    'CiIdentity.claims',
    'CiIdentity.scopes',
    'TokenTrial.identities',
    'TriedIdentity.claims',
    'TrustedIssuer.audiences',
    'TrustedIssuer.organizations',
    'Webhook.recentDeliveries',
    'OrganizationPublicProviderVersion.listedPlatforms',
    'PublicProviderSettings.origins',
    'SitePublicProvider.wanted',
    'SitePublicProvider.warnings',
    'SitePublicProviderVersion.listedPlatforms',
    'SitePublicProviderVersion.platforms',
    'SitePublicProviderVersion.usedBy',
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
