/**
 * What `npm audit --json` said: `{ problem }`, why it could say nothing, or `{ vulnerabilities }`, each as `{ name,
 * severity, title }`, the worst first.
 */
export function readAudit(output) {
  const report = parsed(output)
  if (!report) return { problem: output.trim().slice(0, 500) || 'npm said nothing' }
  if (report.error || !report.vulnerabilities)
    return { problem: report.error?.summary || report.message || 'the answer is no report' }
  const vulnerabilities = Object.values(report.vulnerabilities).map(({ name, severity, via }) => ({
    name,
    severity,
    title: via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title)).join('; '),
  }))
  return { vulnerabilities: vulnerabilities.sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1)) }
}

const rank = ({ severity }) => ['info', 'low', 'moderate', 'high', 'critical'].indexOf(severity)

function parsed(output) {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}
