const formats = new Set(['csv', 'jsonl'])

/** The archive of a module's version, sources to check before that, and the files of a provider's versions and platforms. */
const uploads =
  /^\/api\/uploads\/(object\/modver-[A-Za-z0-9]+|checks\/mod-[A-Za-z0-9]+\/[0-9A-Za-z.%-]+|providers\/prov(ver|pltfrm)-[A-Za-z0-9]+\/[a-z-]+)$/

/**
 * Where an upload goes, as path and query below the API: whatever else a page asks for is refused, so that this server
 * cannot be made to connect to other addresses. Undefined when it is no upload link.
 */
export function uploadTarget(link: string | null): string | undefined {
  if (link === null || !URL.canParse(link)) return undefined
  const { pathname, search } = new URL(link)
  return uploads.test(pathname) ? pathname + search : undefined
}

/** Where a picture of a module's version, or its archive, is fetched; undefined when the query names no version. */
export function moduleFileTarget(params: URLSearchParams): string | undefined {
  const names = ['namespace', 'name', 'provider', 'version'].map((name) => params.get(name) ?? '')
  // Such a part would lead to another path.
  if (names.some((name) => /^\.{0,2}$/.test(name))) return undefined
  const base = `/api/registry/v1/module-files/${names.map(encodeURIComponent).join('/')}`
  const path = params.get('path')
  return path === null ? `${base}/archive` : `${base}/picture?${new URLSearchParams({ path })}`
}

/** Where an export is fetched in this `format`, if there is one; everything else is for the API to judge. */
export function exportTarget(params: URLSearchParams): string | undefined {
  const { format = '', ...others } = Object.fromEntries(params)
  return formats.has(format)
    ? `/api/exports/audit-events.${format}?${new URLSearchParams(others)}`
    : undefined
}
