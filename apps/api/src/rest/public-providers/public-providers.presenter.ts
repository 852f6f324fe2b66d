import { z } from 'zod'
import {
  heldUntil,
  publicVersionDecisions,
  publicVersionStatuses,
  statusOf,
  type PublicProvider,
  type PublicProviderCounts,
  type PublicProviderVersion,
  type StoredPlatform,
  type WantedBy,
} from '../../domain/public-providers/public-provider.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { identifierOf, relatedLink, resourceOf, selfLink, toOne } from '../jsonapi/document.js'

const attributes = attributesOf({
  origin: z.string().meta({ description: 'The host that it is registered at.' }),
  namespace: z.string(),
  name: z.string(),
  approvedForAll: z.boolean().meta({ description: 'Whether all organizations may use it.' }),
  newestAvailable: z.string().nullable(),
  heldCount: z.number().meta({ description: "Of its versions, by the site's cooldown." }),
  alteredCount: z.number(),
  listedByCount: z.number().meta({ description: 'Organizations that list it, or were allowed it.' }),
  firstSeenAt: z.date(),
  lookedAt: z.date().meta({ description: 'When the origin last said which versions there are.' }),
  lookError: z.string().nullable().meta({ description: 'Why the last look failed; null where it did not.' }),
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

/** What is told of a provider beside its own facts. */
export interface AboutPublicProvider {
  readonly counts: PublicProviderCounts | undefined
  readonly wanted: readonly WantedBy[] | undefined
}

export function presentPublicProvider(
  provider: PublicProvider,
  { counts, wanted = [] }: AboutPublicProvider,
): z.input<typeof publicProviderDocument> {
  const self = `/api/v2/admin/public-providers/${provider.id}`
  return {
    id: provider.id,
    type: 'public-providers',
    attributes: attributes.present({
      ...provider,
      newestAvailable: counts?.newestAvailable ?? null,
      heldCount: counts?.held ?? 0,
      alteredCount: counts?.altered ?? 0,
      listedByCount: counts?.listedBy ?? 0,
      wanted: wanted.map(({ organization, count, lastAt }) => ({
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
  shasum: z.string().meta({ description: 'As the signed SHA256SUMS has it.' }),
  h1: z.string().nullable().meta({ description: 'As the origin says; null where it does not.' }),
  size: z.number().int().nullable().meta({ description: 'In bytes, as the origin says.' }),
  stored: z.boolean().meta({ description: 'Whether the file is kept here.' }),
})

const versionAttributes = attributesOf({
  version: z.string(),
  status: z.enum(publicVersionStatuses).meta({
    description: "By the site's cooldown. Only what is available is listed and delivered.",
  }),
  heldUntil: z
    .date()
    .nullable()
    .meta({ description: 'Null where nothing is held, or a person has to release it.' }),
  decision: z.enum(publicVersionDecisions).nullable(),
  reason: z.string().nullable().meta({ description: 'Of the decision; the terminal prints it.' }),
  firstSeenAt: z.date().meta({ description: 'By our clock.' }),
  publishedAt: z.date().nullable().meta({ description: 'As the origin says; null where it does not.' }),
  keyId: z.string().nullable().meta({ description: 'Of the signing key.' }),
  newKey: z.boolean().meta({
    description:
      'Whether its signing key is new: no version by it was there at first, and a person released none before.',
  }),
  imported: z.boolean().meta({ description: 'Whether its files were brought here and no origin was asked.' }),
  goneFromOrigin: z.boolean().meta({ description: 'Whether the origin lists it no more.' }),
  platforms: z.array(platform).meta({
    description: 'What SHA256SUMS listed at first sight, by os and arch; empty until that was looked at.',
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

/** What is told of a version beside its own facts; `cooldown` is the site's, in milliseconds. */
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
      imported: false,
      platforms: platforms.map(({ os, arch, filename, shasum, h1, size }) => ({
        ...{ os, arch, filename, shasum, h1, size, stored: false },
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
