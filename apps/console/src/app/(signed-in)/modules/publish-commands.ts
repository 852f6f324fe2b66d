export type Publication = {
  /** The public address of the API. */
  url: string
  /** Address of the module: `acme/network/aws`. */
  address: string
  version: string
}

/** The program insists on https but for this very machine. */
const isInTheClear = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

const program = 'engine-publish.mjs'

const fetching = ({ url }: Pick<Publication, 'url'>): string => `curl -fsSO ${url}/downloads/${program}`

/** Publishes the folder that one is in; `version` may be an expression of the shell. */
const publishing = ({ url, address, version }: Publication): string =>
  `node ${program} . --to ${address} --version ${version} ${platform(url)}`

const platform = (url: string): string =>
  `--url ${url}${isInTheClear(new URL(url)) ? ' --insecure-http' : ''}`

/** Returns the commands that publish with the platform's small program. */
export const programCommands = (publication: Publication): string =>
  `${fetching(publication)}\n${publishing(publication)}`

/** The same with nothing but a shell: ask for the upload link, then put the archive there. */
export function shellCommands({ url, address, version }: Publication): string {
  const [organization] = address.split('/')
  const versions = `${url}/api/v2/organizations/${organization}/registry-modules/private/${address}/versions`
  return `LINK=$(curl -fsS "${versions}" \\
  -H "Authorization: Bearer $ENGINE_TOKEN" -H "Content-Type: application/vnd.api+json" \\
  -d '{"data":{"type":"registry-module-versions","attributes":{"version":"${version}"}}}' \\
  | grep -o '"upload":"[^"]*' | cut -d'"' -f4)
tar --exclude='./.*' --exclude='*.tfstate*' --exclude=./${program} -czf - . | curl -fsS -X PUT --data-binary @- "$LINK"`
}

/** Returns the commands that publish the release of a provider such as `acme/cloud`, which its build left in `dist`. */
export const releaseCommands = ({ url, address }: Pick<Publication, 'url' | 'address'>): string =>
  `${fetching({ url })}\nnode ${program} provider dist --to ${address} ${platform(url)}`

/** A workflow that publishes each tag such as `v1.2.3`. */
export function gitHubWorkflow(publication: Publication): string {
  const command = publishing({ ...publication, version: '"${GITHUB_REF_NAME#v}"' })
  return `name: Publish the module
on:
  push:
    tags: ['v*']
permissions:
  contents: read
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${fetching(publication)}
      - run: ${command}
        env:
          ENGINE_TOKEN: \${{ secrets.ENGINE_TOKEN }}
`
}

/** The same as a job of a pipeline. */
export function gitLabPipeline(publication: Publication): string {
  const command = publishing({ ...publication, version: '"${CI_COMMIT_TAG#v}"' })
  return `publish:
  image: node:22
  rules:
    - if: $CI_COMMIT_TAG =~ /^v\\d/
  script:
    - ${fetching(publication)}
    - ${command}
`
}
