import type { ModuleAddress } from '~/paths'

const text = ({ namespace, name, provider }: ModuleAddress): string => `${namespace}/${name}/${provider}`

/** Publishes the folder one is in by the small tool of the platform. */
export const publishCommand = (url: string, address: ModuleAddress, version: string): string =>
  `engine-publish . --to ${text(address)} --version ${version} --url ${url}`

/** The same with nothing but a shell: ask for the upload link, then put the archive there. */
export function curlCommands(url: string, address: ModuleAddress, version: string): string {
  const versions = `${url}/api/v2/organizations/${address.namespace}/registry-modules/private/${text(address)}/versions`
  return `LINK=$(curl -sS -X POST "${versions}" \\
  -H "Authorization: Bearer $ENGINE_TOKEN" -H "Content-Type: application/vnd.api+json" \\
  -d '{"data":{"type":"registry-module-versions","attributes":{"version":"${version}"}}}' \\
  | grep -o '"upload":"[^"]*' | cut -d'"' -f4)
tar -czf - . | curl -sS -X PUT --data-binary @- "$LINK"`
}
