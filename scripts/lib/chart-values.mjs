// The table of the chart's values, made of its schema and its defaults. `node scripts/print-chart-values.mjs` writes it into
// the chart's README.
import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { parse } from 'yaml'

const chart = new URL('../../deploy/chart/', import.meta.url)

/** Returns the table as it stands in the README. */
export async function valuesTable() {
  const schema = JSON.parse(readFileSync(new URL('values.schema.json', chart), 'utf8'))
  const defaults = parse(readFileSync(new URL('values.yaml', chart), 'utf8'))
  const rows = rowsOf(schema, defaults, '').map((cells) => `| ${cells.join(' | ')} |`)
  const table = ['| Value | What it is | Default |', '| --- | --- | --- |', ...rows].join('\n')
  return (await format('values.md', table)).code.trim()
}

/** Objects whose keys are the user's are one row. */
const isOfParts = ({ type, properties }, path) =>
  type === 'object' && properties !== undefined && path !== 'settings' && !path.endsWith('resources')

function rowsOf({ properties }, defaults, above) {
  return Object.entries(properties).flatMap(([name, part]) => {
    const path = `${above}${name}`
    if (isOfParts(part, path)) return rowsOf(part, defaults?.[name], `${path}.`)
    if (path === 'global') return []
    const text = defaults?.[name]
    const shown = text === '' || text === undefined ? '' : `\`${JSON.stringify(text)}\``
    return [[`\`${path}\``, part.description ?? '', shown]]
  })
}
