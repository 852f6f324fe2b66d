/**
 * Where a picture of a module's version is fetched, or its archive as a whole, as path and query below the API.
 * Undefined when the query does not name a version.
 */
export function moduleFileTarget(params: URLSearchParams): string | undefined {
  const names = ['namespace', 'name', 'provider', 'version'].map((name) => params.get(name) ?? '')
  // Such a part would lead to another path.
  if (names.some((name) => /^\.{0,2}$/.test(name))) return undefined
  const base = `/api/registry/v1/module-files/${names.map(encodeURIComponent).join('/')}`
  const path = params.get('path')
  return path === null ? `${base}/archive` : `${base}/picture?${new URLSearchParams({ path })}`
}
