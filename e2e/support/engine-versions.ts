import { createHash } from 'node:crypto'
import type { Resource, Rest } from './rest.js'

/** Makes the attributes of a believable engine version; `facts` replace some. */
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
