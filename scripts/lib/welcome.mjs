/** Message once everything runs: where to click, and how to make the first administrator. */
export function welcome({ consoleUrl, publicUrl, dataDir }, setUpUrl) {
  const lines = [
    '',
    `  Console   ${consoleUrl}`,
    `  API       ${publicUrl}`,
    `  API docs  ${publicUrl}/api/docs`,
    `  Logs      ${dataDir}/logs`,
    '',
  ]
  if (setUpUrl) {
    const how = new URL(setUpUrl).searchParams.has('token')
      ? 'This link makes one; it works once, for 60 minutes:'
      : 'This page makes one, by the token of INITIAL_ADMIN_CREATION_TOKEN:'
    lines.push(`  There is no administrator yet. ${how}`, '', `  ${setUpUrl}`, '')
  }
  lines.push('  Ctrl-C stops everything.', '')
  return lines.join('\n')
}
