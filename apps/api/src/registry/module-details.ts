import type { Deprecation } from '../domain/deprecation.js'
import { isListed } from '../domain/registry-modules/registry-module-version.js'
import type { ModuleDetail, RequiringModule } from '../domain/registry-modules/module-reading.service.js'
import { addressText } from '../domain/registry-modules/registry-module.js'
import { listingDocument } from './module-lists.js'

/** The detail of one version (contract §7), as bytes: its parts were written when it was published. */
export function detailDocument({ module, version, documents, providers, downloads }: ModuleDetail): Buffer {
  const head = listingDocument({
    ...module,
    version: version.version,
    description: module.description || documents.summary,
    publishedAt: version.publishedAt ?? version.createdAt,
    downloads,
  })
  const tail = {
    providers,
    versions: module.versions.filter(isListed).map(({ version: number }) => number),
    deprecation: deprecationDocument(version.deprecation),
    ...(version.deprecation?.status === 'revoked' && { revoked: true }),
  }
  return Buffer.from(joined(JSON.stringify(head), documents.parts, JSON.stringify(tail)))
}

function deprecationDocument(deprecation: Deprecation | null): object | null {
  return deprecation && { reason: deprecation.reason, link: deprecation.link }
}

/** The module that was asked for first, then those it depends on (contract §7). */
export function versionsDocument(modules: readonly RequiringModule[]): Buffer {
  const elements = modules.map(({ module, versions }) => {
    const entries = versions.map(({ version, deprecation, requirements }) =>
      joined(JSON.stringify({ version, deprecation: deprecationDocument(deprecation) }), requirements),
    )
    return `{"source":${JSON.stringify(addressText(module))},"versions":[${entries.join(',')}]}`
  })
  return Buffer.from(`{"modules":[${elements.join(',')}]}`)
}

/** The texts of several objects, none of them empty, as that of one. */
function joined(...objects: readonly string[]): string {
  return `{${objects.map((text) => text.slice(1, -1)).join(',')}}`
}
