import { resource, type Resource } from './jsonapi/resource.js'

/** `/ping` (contract §2): clients ask once for the headers, before they have a token. */
export function pingResource(): Resource {
  return resource({
    tag: 'Account',
    isOpen: true,
    authorize: () => Promise.resolve(undefined),
    operations: {
      GET: {
        summary: 'Answer with nothing but the headers',
        status: 204,
        run: () => Promise.resolve(),
      },
    },
  })
}
