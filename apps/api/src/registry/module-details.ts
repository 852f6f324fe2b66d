import type { Deprecation } from '../domain/lifecycle/deprecation.js'
import type { ModuleDetail, RequiringModule } from '../domain/registry-modules/module-queries.service.js'
import { addressText } from '../domain/registry-modules/registry-module.js'
import { listingDocument } from './module-lists.js'

/** The detail of one version (contract §7), as bytes: its parts were written when it was published. */
export function detailDocument({ module, version, documents, ...facts }: ModuleDetail): Buffer {
  const head = listingDocument({
    ...module,
    version: version.version,
    description: module.description || documents.summary,
    publishedAt: version.publishedAt ?? version.createdAt,
    downloads: facts.downloads,
  })
  const middle = `{"providers":${JSON.stringify(facts.providers)},"versions":${facts.numbers}}`
  const tail = {
    deprecation: deprecationDocument(version.deprecation),
    ...(version.deprecation?.status === 'revoked' && { revoked: true }),
  }
  return Buffer.from(joined(JSON.stringify(head), documents.parts, middle, JSON.stringify(tail)))
}

function deprecationDocument(deprecation: Deprecation | null): object | null {
  return deprecation && { reason: deprecation.reason, link: deprecation.link }
}

/** The module that was asked for first, then those it depends on (contract §7). */
export function versionsDocument(modules: readonly RequiringModule[]): Buffer {
  const elements = modules.map(
    ({ module, versions }) => `{"source":${JSON.stringify(addressText(module))},"versions":${versions}}`,
  )
  return Buffer.from(`{"modules":[${elements.join(',')}]}`)
}

/** Joins the texts of several objects, each with members, to the text of one. */
function joined(...objects: readonly string[]): string {
  return `{${objects.map((text) => text.slice(1, -1)).join(',')}}`
}
