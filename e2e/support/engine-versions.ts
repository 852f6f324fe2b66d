import { createHash } from 'node:crypto'
import type { Resource, Rest } from './rest.js'

/** What a believable engine version is made of; `facts` come on top. */
export function engineVersion(version: string, facts: Readonly<Record<string, unknown>> = {}) {
  return {
    version,
    url: `https://releases.example.com/engine/${version}/engine_${version}_linux_amd64.zip`,
    sha: createHash('sha256').update(version).digest('hex'),
    ...facts,
  }
}

/** Adds a version over REST, as a script would. */
export function addEngineVersion(
  rest: Rest,
  version: string,
  facts?: Readonly<Record<string, unknown>>,
): Promise<Resource> {
  return rest.create('/admin/engine-versions', 'engine-versions', engineVersion(version, facts))
}
