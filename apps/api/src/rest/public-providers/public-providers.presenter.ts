import { z } from 'zod'
import {
  heldUntil,
  publicProvider,
  publicProviderVersion,
  publicVersionStatuses,
  statusOf,
  type PublicProvider,
  type PublicProviderCounts,
  type PublicProviderVersion,
  type StoredPlatform,
  type RequestedBy,
} from '../../domain/public-providers/public-provider.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { identifierOf, relatedLink, resourceOf, selfLink, toOne } from '../jsonapi/document.js'

const declared = publicProvider.shape

const attributes = attributesOf({
  ...publicProvider.pick({ origin: true, namespace: true, name: true, approvedForAll: true }).shape,
  newestAvailable: z.string().nullable(),
  heldCount: z.number().meta({ description: "Number of its versions on hold, by the site's cooldown." }),
  alteredCount: z.number(),
  listedByCount: z
    .number()
    .meta({ description: 'Number of organizations that list it, or are allowed to use it.' }),
  firstSeenAt: declared.firstSeenAt,
  lookedAt: declared.syncedAt,
  lookError: declared.syncError,
  wanted: z
    .array(z.object({ organization: z.string(), count: z.number().int(), 'last-at': z.string() }))
    .meta({
      description:
        'Organizations that asked for it in 90 days and may not use it, the latest first; at most 20.',
    }),
})

export const publicProviderDocument = resourceOf('public-providers', 'pubprov-Yb3nQ7vKc1TfWx9L', {
  attributes: z.object(attributes.shape),
  relationships: z.object({ versions: relatedLink, organizations: relatedLink }),
  links: selfLink,
}).meta({ id: 'PublicProvider' })

/** The facts of a provider that are counted for its document. */
export interface AboutPublicProvider {
  readonly counts: PublicProviderCounts | undefined
  readonly requests: readonly RequestedBy[] | undefined
}

export function presentPublicProvider(
  provider: PublicProvider,
  { counts, requests = [] }: AboutPublicProvider,
): z.input<typeof publicProviderDocument> {
  const self = `/api/v2/admin/public-providers/${provider.id}`
  return {
    id: provider.id,
    type: 'public-providers',
    attributes: attributes.present({
      ...provider,
      lookedAt: provider.syncedAt,
      lookError: provider.syncError,
      newestAvailable: counts?.newestAvailable ?? null,
      heldCount: counts?.held ?? 0,
      alteredCount: counts?.altered ?? 0,
      listedByCount: counts?.listedBy ?? 0,
      wanted: requests.map(({ organization, count, lastAt }) => ({
        ...{ organization, count },
        'last-at': lastAt.toISOString(),
      })),
    }),
    relationships: {
      versions: { links: { related: `${self}/versions` } },
      organizations: { links: { related: `${self}/relationships/organizations` } },
    },
    links: { self },
  }
}

const platform = z.object({
  os: z.string(),
  arch: z.string(),
  filename: z.string(),
  shasum: z.string().meta({ description: 'Checksum in the signed SHA256SUMS.' }),
  h1: z.string().nullable().meta({
    description: 'Package hash, of the origin or of the stored file; null without one.',
  }),
  size: z.number().int().nullable().meta({ description: 'Size in bytes; null if it is not known.' }),
  stored: z.boolean().meta({ description: 'True if the file is stored here.' }),
})

const declaredVersion = publicProviderVersion.shape

const versionAttributes = attributesOf({
  version: declaredVersion.version,
  status: z.enum(publicVersionStatuses).meta({
    description: "Status by the site's cooldown. Only available versions are listed and delivered.",
  }),
  heldUntil: z
    .date()
    .nullable()
    .meta({ description: 'Null if it is not on hold, or if only a decision releases it.' }),
  decision: declaredVersion.decision,
  reason: declaredVersion.decisionReason,
  ...publicProviderVersion.pick({ firstSeenAt: true, publishedAt: true, keyId: true, newKey: true }).shape,
  imported: declaredVersion.imported,
  goneFromOrigin: declaredVersion.goneFromOrigin,
  platforms: z.array(platform).meta({
    description: 'Files that SHA256SUMS listed when it was first checked, by os and arch; empty until then.',
  }),
})

export const publicProviderVersionDocument = resourceOf(
  'public-provider-versions',
  'pubver-8sLq2ZtRwK5vXn3B',
  {
    attributes: z.object(versionAttributes.shape),
    relationships: z.object({ 'public-provider': toOne('public-providers') }),
    links: selfLink,
  },
).meta({ id: 'PublicProviderVersion' })

/** The facts for the document of a version; `cooldown` is the site's, in milliseconds. */
export interface AboutPublicVersion {
  readonly cooldown: number
  readonly now: Date
  readonly platforms: readonly StoredPlatform[] | undefined
}

export function presentPublicProviderVersion(
  version: PublicProviderVersion,
  { cooldown, now, platforms = [] }: AboutPublicVersion,
): z.input<typeof publicProviderVersionDocument> {
  return {
    id: version.id,
    type: 'public-provider-versions',
    attributes: versionAttributes.present({
      ...version,
      status: statusOf(version, cooldown, now),
      heldUntil: heldUntil(version, cooldown, now),
      reason: version.decisionReason,
      platforms: platforms.map(({ os, arch, filename, shasum, h1, size, stored }) => ({
        ...{ os, arch, filename, shasum, h1, size, stored },
      })),
    }),
    relationships: { 'public-provider': { data: { id: version.providerId, type: 'public-providers' } } },
    links: { self: `/api/v2/admin/public-provider-versions/${version.id}` },
  }
}

export const approvedOrganizationDocument = identifierOf('organizations').meta({
  id: 'ApprovedOrganization',
})

export const presentApprovedOrganization = ({
  name,
}: {
  readonly name: string
}): z.input<typeof approvedOrganizationDocument> => ({ id: name, type: 'organizations' })
