/** What is printed once everything runs: where to click, and how to make the first administrator. */
export async function welcome(settings, setUpUrl) {
  const docs = `${settings.publicUrl}/api/docs`
  const hasDocs = await fetch(`${settings.apiUrl}/api/docs`, {
    method: 'HEAD',
    signal: AbortSignal.timeout(2000),
  })
    .then((response) => response.ok)
    .catch(() => false)

  const lines = ['', `  Console   ${settings.consoleUrl}`, `  API       ${settings.publicUrl}`]
  if (hasDocs) lines.push(`  API docs  ${docs}`)
  lines.push(`  Logs      ${settings.dataDir}/logs`, '')
  if (setUpUrl) {
    const how = new URL(setUpUrl).searchParams.has('token')
      ? 'This link makes one; it works once, for 60 minutes:'
      : 'This page makes one, by the token of INITIAL_ADMIN_CREATION_TOKEN:'
    lines.push(`  There is no administrator yet. ${how}`, '')
    lines.push(`  ${setUpUrl}`, '')
  }
  lines.push('  Ctrl-C stops everything.', '')
  return lines.join('\n')
}
