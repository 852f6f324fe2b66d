const names = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'fatal' }
const own = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'v', 'err'])

/**
 * A line of the log in a short form for the eye: `{ severe, text }`. `severe` marks warnings and what is worse.
 * A line that is no JSON record (a crash, say) is shown as it came, and is severe.
 */
export function readable(line) {
  let record
  try {
    record = JSON.parse(line)
  } catch {
    return { severe: true, text: line }
  }
  if (typeof record !== 'object' || record === null || !('level' in record))
    return { severe: true, text: line }
  const name = names[record.level] ?? String(record.level)
  const facts = Object.entries(record)
    .filter(([key]) => !own.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const cause = record.err?.message
  const severe = typeof record.level === 'number' ? record.level >= 40 : /warn|error|fatal/.test(name)
  return {
    severe,
    text: [`${name}:`, record.msg ?? '', cause && cause !== record.msg ? `(${cause})` : '', ...facts]
      .filter(Boolean)
      .join(' '),
  }
}
