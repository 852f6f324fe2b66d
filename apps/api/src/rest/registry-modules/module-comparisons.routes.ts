import type { ModuleAccess } from '../../domain/registry-modules/registry-module.js'
import type { FaceServices } from '../../http/face-services.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import { found } from '../../kernel/errors.js'
import { documentOf } from '../jsonapi/document.js'
import { invalidParameter, RequestError } from '../jsonapi/errors.js'
import { needed } from '../jsonapi/query.js'
import { resource, type Resource } from '../jsonapi/resource.js'
import { moduleComparisonDocument, presentModuleComparison } from './module-comparisons.presenter.js'
import { addressIn, tag } from './registry-modules.routes.js'

/** `…/:provider/comparison?from=&to=` (contract §17). */
export function moduleComparisonResource({ moduleAccess, moduleComparison }: FaceServices): Resource {
  return resource<ModuleAccess>({
    tag,
    authorize: (ctx, params) => moduleAccess.module(ctx, addressIn(params), 'modules:read'),
    operations: {
      GET: {
        summary: 'Compare two published versions: every change, and why it breaks callers',
        parameters: {
          from: needed('The version that callers have.'),
          to: needed('The version that they would have.'),
        },
        unprocessable: 'The versions are the same one.',
        document: documentOf(moduleComparisonDocument),
        tags: ({ subject }) => [cacheTags.access, cacheTags.modulesOf(subject.module.organizationId)],
        async run({ ctx, subject, query }) {
          const numbers = numbersIn(query)
          const comparison = found(await moduleComparison.compare(ctx, subject.module, numbers))
          if (comparison.from.id === comparison.to.id) throw same()
          return { data: await presentModuleComparison(subject.module, comparison) }
        },
      },
    },
  })
}

function numbersIn(query: Readonly<Record<string, unknown>>): { readonly from: string; readonly to: string } {
  const { from = '', to = '' } = query as { readonly from?: string; readonly to?: string }
  const missing = Object.entries({ from, to }).filter(([, value]) => value === '')
  const [first, ...others] = missing.map(([name]) => invalidParameter(name, `${name} is required`))
  if (first) throw new RequestError([first, ...others])
  return { from, to }
}

const same = () =>
  new RequestError([
    { ...invalidParameter('to', 'The versions are the same one: compare two different ones'), status: '422' },
  ])
