const formats = new Set(['csv', 'jsonl'])

/**
 * The archive of a module's version, sources to check before that, the files of a provider's versions and platforms, and
 * imported files of public providers.
 */
const uploads =
  /^\/api\/uploads\/(object\/modver-[A-Za-z0-9]+|checks\/mod-[A-Za-z0-9]+\/[0-9A-Za-z.%-]+|providers\/prov(ver|pltfrm)-[A-Za-z0-9]+\/[a-z-]+|provider-imports(\/[0-9A-Za-z][0-9A-Za-z.%_+-]*){5})$/

/**
 * Returns the target of an upload, as path and query below the API. It refuses anything else, so that no page
 * can make this server connect to other addresses. Undefined if it is no upload link.
 */
export function uploadTarget(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link)) return undefined
  const { pathname, search } = new URL(link)
  return uploads.test(pathname) ? pathname + search : undefined
}

/**
 * Returns the address of a picture of a module's version, or of its archive; undefined if the query names no
 * version.
 */
export function moduleFileTarget(params: URLSearchParams): string | undefined {
  const names = ['namespace', 'name', 'provider', 'version'].map((name) => params.get(name) ?? '')
  // Such a part would lead to another path.
  if (names.some((name) => /^\.{0,2}$/.test(name))) return undefined
  const base = `/api/registry/v1/module-files/${names.map(encodeURIComponent).join('/')}`
  const path = params.get('path')
  return path === null ? `${base}/archive` : `${base}/picture?${new URLSearchParams({ path })}`
}

/** Returns the address of an export in this `format`, if that exists; the API checks everything else. */
export function exportTarget(params: URLSearchParams): string | undefined {
  const { format = '', ...others } = Object.fromEntries(params)
  return formats.has(format)
    ? `/api/exports/audit-events.${format}?${new URLSearchParams(others)}`
    : undefined
}

/** Returns the address of a list as a file; undefined if the query names no list. The API checks everything else. */
export function listExportTarget(params: URLSearchParams): string | undefined {
  const list = params.get('list') ?? ''
  const variables = params.get('variables') ?? '{}'
  if (!/^[a-z]+(-[a-z]+)*$/.test(list)) return undefined
  return `/graphql/exports/${list}.csv?${new URLSearchParams({ variables })}`
}
