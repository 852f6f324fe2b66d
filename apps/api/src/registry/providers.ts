import { rearmored } from '@engine/provider-source/armor'
import { Router } from 'express'
import type { EnginePolicyService } from '../domain/engine-sightings/engine-policy.service.js'
import { notAvailable } from '../domain/registry-providers/not-available.js'
import type { ProviderDownloadsService } from '../domain/registry-providers/provider-downloads.service.js'
import type { ProviderFileAddress } from '../domain/registry-providers/provider-files.service.js'
import type {
  EngineProviderAddress,
  PublishedPlatform,
  PublishedProvidersService,
  PublishedVersionOfProvider,
} from '../domain/registry-providers/published-providers.service.js'
import type { PublishedProviderVersion } from '../domain/registry-providers/registry-provider-version.js'
import type { FileLink } from '../http/face-services.js'
import { contextOf } from '../http/request-context.js'
import { providersPolicy, underEnginePolicy } from './cache-policies.js'
import { refuseRevoked } from './failures.js'
import { readHandler, sendDocument } from './serve.js'

interface ProviderFace {
  readonly providers: PublishedProvidersService
  readonly enginePolicy: EnginePolicyService
  readonly downloads: ProviderDownloadsService
  readonly link: FileLink<ProviderFileAddress>
}

/** The protocol `providers.v1` (contract §6). The files themselves need no token: their links are signed. */
export function providerRoutes({ providers, enginePolicy, downloads, link }: ProviderFace): Router {
  const router = Router({ caseSensitive: true })
  const address = '/:namespace/:name'
  router.all(
    `${address}/versions`,
    readHandler(
      (ctx, params) => providers.list(ctx, addressIn(params)),
      (req, res, { provider, versions, allRevoked, warnings }) =>
        sendDocument(
          req,
          res,
          {
            versions: allRevoked ? [notAvailable] : versions.map(presentVersion),
            ...(warnings.length > 0 && { warnings }),
          },
          underEnginePolicy(providersPolicy(provider.organizationId)),
        ),
    ),
  )
  router.all(
    `${address}/:version`,
    readHandler(
      (ctx, { version = '', ...params }) => providers.version(ctx, addressIn(params), version),
      // Not cached: no CLI asks for it, and each download changes it.
      async (req, res, found) =>
        sendDocument(
          req,
          res,
          presentDetail(found, await downloads.total(contextOf(res), found.provider.id)),
        ),
      (_ctx, found) => refuseRevoked(found.provider, found.version),
    ),
  )
  router.all(
    `${address}/:version/download/:os/:arch`,
    readHandler(
      (ctx, { version = '', os = '', arch = '', ...params }) =>
        providers.platform(ctx, addressIn(params), version, { os, arch }),
      (req, res, found) =>
        sendDocument(
          req,
          res,
          presentDownload(found, (file) => link(contextOf(res), file)),
          undefined,
          (ctx) => downloads.count(ctx, found),
        ),
      (ctx, { provider, version }) => {
        refuseRevoked(provider, version)
        return enginePolicy.admitCaller(ctx, provider.organizationId)
      },
    ),
  )
  return router
}

function addressIn({ namespace = '', name = '' }: Readonly<Record<string, string>>): EngineProviderAddress {
  return { namespace, name }
}

function presentVersion({ version, protocols, platforms }: PublishedProviderVersion): object {
  return { version, protocols, platforms: presentPlatforms(platforms) }
}

/** Presents a version with the downloads of its provider, as the detail of a module has them; the publisher is unknown. */
function presentDetail({ provider, version }: PublishedVersionOfProvider, downloads: number): object {
  const { namespace, name } = provider
  return {
    id: `${namespace}/${name}/${version.version}`,
    owner: '',
    namespace,
    name,
    version: version.version,
    source: provider.sourceUrl,
    published_at: version.updatedAt.toISOString(),
    downloads,
    platforms: presentPlatforms(version.platforms),
  }
}

const presentPlatforms = (platforms: PublishedProviderVersion['platforms']): object[] =>
  platforms.map(({ os, arch }) => ({ os, arch }))

function presentDownload(
  { version, platform }: PublishedPlatform,
  link: (file: ProviderFileAddress) => string,
): object {
  const { keyId, asciiArmor } = version.signingKey
  return {
    protocols: version.protocols,
    os: platform.os,
    arch: platform.arch,
    filename: platform.filename,
    download_url: link({ ownerId: platform.id, kind: 'binary' }),
    shasums_url: link({ ownerId: version.id, kind: 'shasums' }),
    shasums_signature_url: link({ ownerId: version.id, kind: 'shasums-sig' }),
    shasum: platform.shasum.toLowerCase(),
    signing_keys: { gpg_public_keys: [{ key_id: keyId, ascii_armor: rearmored(asciiArmor) }] },
    ...(version.platforms.every(isLookedThrough) && {
      packages: Object.fromEntries(version.platforms.map(presentPackage)),
    }),
  }
}

/** A CLI refuses the whole document for a size that is missing, and takes missing hashes for all that there are. */
const isLookedThrough = ({ packageHash, binarySize }: PublishedPlatform['platform']): boolean =>
  packageHash !== null && binarySize !== null

/**
 * Presents the hashes of a platform, so that the CLI can lock a version for platforms that it does not run on (contract
 * §14).
 */
function presentPackage(platform: PublishedPlatform['platform']): [string, object] {
  const { os, arch, shasum, packageHash, binarySize } = platform
  const hashes = [`zh:${shasum.toLowerCase()}`, ...(packageHash ? [packageHash] : [])]
  return [`${os}_${arch}`, { hashes, ...(binarySize !== null && { package_size: binarySize }) }]
}
