import { readFileSync } from 'node:fs'

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

/** The release of the platform: the one number that stands in the root's package.json. */
export const release: string = (JSON.parse(manifest) as { version: string }).version
