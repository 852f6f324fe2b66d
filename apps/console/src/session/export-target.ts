const formats = new Set(['csv', 'jsonl'])

/**
 * Where an export is fetched, as path and query below the API: `format` says in which form, everything else is for the
 * API to judge. Undefined when there is no such form.
 */
export function exportTarget(params: URLSearchParams): string | undefined {
  const { format = '', ...others } = Object.fromEntries(params)
  return formats.has(format)
    ? `/api/exports/audit-events.${format}?${new URLSearchParams(others)}`
    : undefined
}
