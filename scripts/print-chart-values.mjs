// Writes the table of the chart's values into its README.
import { readFileSync, writeFileSync } from 'node:fs'
import { valuesTable } from './lib/chart-values.mjs'

const file = new URL('../deploy/chart/README.md', import.meta.url)
const heading = '## Values\n'
const text = readFileSync(file, 'utf8')
const before = text.slice(0, text.indexOf(heading))
writeFileSync(file, `${before}${heading}\n${await valuesTable()}\n`)
