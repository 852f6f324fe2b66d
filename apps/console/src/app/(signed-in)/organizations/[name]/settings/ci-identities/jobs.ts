import { cliTokenVariable, registryHost } from '@engine/shared'
import type { TrustedIssuerKind } from '~/data/generated/graphql'

type Cli = { publicUrl: string; words: readonly string[] }

export type JobFacts = {
  cli: Cli
  organization: string
  /** Of the identity. */
  name: string
  kind: TrustedIssuerKind
  scopes: readonly string[]
}

/** A job to copy, and how its file is called. */
export type Job = { title: string; file?: string; text: string }

const program = 'engine-publish.mjs'

/** Between quotes of the shell. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The program insists on https but for this very machine. */
const flag = ({ publicUrl }: Cli): string => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && hostname !== 'localhost' ? ' --insecure-http' : ''
}

/** What jobs of an identity do, as the files of their CI system say it (docs/PUBLISHING.md). */
export function jobsOf(facts: JobFacts): readonly Job[] {
  const published = facts.scopes.flatMap((scope) => /^publish:(.+)$/.exec(scope)?.[1] ?? [])
  const installs = facts.scopes.some((scope) => scope === 'registry' || scope.startsWith('workspace'))
  return [
    ...published.map((address) =>
      address.split('/').length === 2 ? publishingProvider(facts, address) : publishingModule(facts, address),
    ),
    ...(installs || published.length === 0 ? [applying(facts)].filter((job) => job !== undefined) : []),
  ]
}

/** An organization is never guessed: others may have an identity for the same repository. */
const named = ({ organization, name }: JobFacts): string =>
  `--organization ${quoted(organization)} --identity ${quoted(name)}`

function publishingModule(facts: JobFacts, module: string): Job {
  const { cli } = facts
  const to = `. --to ${module}`
  return publishing(facts, module, {
    pipeline: `    - export ENGINE_TOKEN=$(node /tmp/${program} token ${named(facts)}${flag(cli)})
    - node /tmp/${program} ${to} --version "\${CI_COMMIT_TAG#v}" --source-url "$CI_PROJECT_URL"${flag(cli)}`,
    shell: `node ${program} ${to} --version "$VERSION" ${named(facts)}${flag(cli)}`,
    workflow: `      - run: |
          node "$RUNNER_TEMP/${program}" ${to} --version "\${GITHUB_REF_NAME#v}" \\
            ${named(facts)} --source-url "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"${flag(cli)}`,
  })
}

function publishingProvider(facts: JobFacts, provider: string): Job {
  const token = `token ${named(facts)}${flag(facts.cli)}`
  const build = '# Before this, build the release into the folder dist: zips, SHA256SUMS and its signature.'
  return publishing(facts, provider, {
    pipeline: `    ${build}
    - export ENGINE_TOKEN=$(node /tmp/${program} ${token})
    - cd dist
    - |
${indented(6, releasing(provider, '"${CI_COMMIT_TAG#v}"'))}`,
    shell: `export ENGINE_TOKEN=$(node ${program} ${token})
${build}
cd dist
${releasing(provider, '"$VERSION"')}`,
    workflow: `      ${build}
      - working-directory: dist
        run: |
          ENGINE_TOKEN=$(node "$RUNNER_TEMP/${program}" ${token})
${indented(10, releasing(provider, '"${GITHUB_REF_NAME#v}"'))}`,
  })
}

/** What a job does, by how its CI system is told. */
type Steps = Readonly<Record<'pipeline' | 'shell' | 'workflow', string>>

function publishing({ cli, kind }: JobFacts, address: string, steps: Steps): Job {
  const title = `Publish ${address}`
  if (kind === 'GITLAB')
    return {
      title,
      file: '.gitlab-ci.yml',
      text: `publish:
  image: node:22
  rules:
    - if: $CI_COMMIT_TAG =~ /^v\\d/
${gitLabStart(cli)}
${steps.pipeline}
`,
    }
  if (kind === 'OTHER') return { title, text: `${shellStart(cli)}\n${steps.shell}\n` }
  return {
    title,
    file: `${folderOf(kind)}/publish.yml`,
    text: `on:
  push:
    tags: ['v*']
jobs:
  publish:
${workflowStart(cli, kind)}
      - run: curl -fsSo "$RUNNER_TEMP/${program}" "$ENGINE_URL/downloads/${program}"
${steps.workflow}
`,
  }
}

/** Publishes the release of a provider in the current folder, as docs/PUBLISHING.md does. */
function releasing(provider: string, version: string): string {
  const [namespace, type] = provider.split('/')
  const created = { name: type, namespace, 'registry-name': 'private' }
  return `set -e
version=${version}
protocols='["5.0"]'
providers=/organizations/${namespace}/registry-providers
provider=$providers/private/${provider}
sums=$(echo *_SHA256SUMS)
key=$(gpg --list-packets "$sums.sig" | sed -n 's/^:signature packet:.*keyid //p')

api() { # method, path, body
  answer=$(curl -sS --fail-with-body -X "$1" "$ENGINE_URL/api/v2$2" -H "Authorization: Bearer $ENGINE_TOKEN" \\
    -H 'Content-Type: application/vnd.api+json' \${3:+-d "$3"}) || { printf '%s\\n' "$answer" >&2; return 1; }
  printf '%s\\n' "$answer"
}
link() { node -p 'JSON.parse(fs.readFileSync(0)).data.links[process.argv[1]]' "$1"; }

api GET "$provider" >/dev/null 2>&1 ||
  api POST "$providers" \\
    '${JSON.stringify({ data: { type: 'registry-providers', attributes: created } })}' >/dev/null
made=$(api POST "$provider/versions" \\
  '{"data":{"type":"registry-provider-versions","attributes":{"version":"'$version'","key-id":"'$key'","protocols":'"$protocols"'}}}')
curl -fsS -T "$sums" "$(printf %s "$made" | link shasums-upload)"
curl -fsS -T "$sums.sig" "$(printf %s "$made" | link shasums-sig-upload)"
grep '\\.zip$' "$sums" | while read -r sum file; do
  platform=\${file%.zip}; arch=\${platform##*_}; platform=\${platform%_*}; os=\${platform##*_}
  build=$(api POST "$provider/versions/$version/platforms" \\
    '{"data":{"type":"registry-provider-platforms","attributes":{"os":"'$os'","arch":"'$arch'","shasum":"'$sum'","filename":"'$file'"}}}')
  curl -fsS -T "$file" "$(printf %s "$build" | link provider-binary-upload)"
done
api GET "$provider/versions/$version" | node -e '
  const { published, "publication-error": error } = JSON.parse(fs.readFileSync(0)).data.attributes
  if (!published) throw error'`
}

const indented = (depth: number, text: string): string => text.replace(/^(?=.)/gm, ' '.repeat(depth))

/** Undefined where no shell can name the variable of the host. */
function applying(facts: JobFacts): Job | undefined {
  const { cli, kind } = facts
  const variable = cliTokenVariable(registryHost(cli.publicUrl))
  if (variable === undefined) return undefined
  const title = 'Install and apply'
  const command = cli.words[0] ?? 'engine'
  const run = `${command} init && ${command} apply -auto-approve`
  const token = `token ${named(facts)}${flag(cli)}`
  if (kind === 'GITLAB')
    return {
      title,
      file: '.gitlab-ci.yml',
      text: `apply:
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
${gitLabStart(cli)}
    - export ${variable}=$(node /tmp/${program} ${token})
    - ${run}
`,
    }
  if (kind === 'OTHER')
    return {
      title,
      text: `${shellStart(cli)}
export ${variable}=$(node ${program} ${token})
${run}
`,
    }
  return {
    title,
    file: `${folderOf(kind)}/apply.yml`,
    text: `on:
  push:
    branches: [main]
jobs:
  apply:
${workflowStart(cli, kind)}
      - run: |
          curl -fsSo "$RUNNER_TEMP/${program}" "$ENGINE_URL/downloads/${program}"
          token=$(node "$RUNNER_TEMP/${program}" ${token})
          echo "::add-mask::$token"
          echo "${variable}=$token" >> "$GITHUB_ENV"
      - run: ${run}
`,
  }
}

const folderOf = (kind: TrustedIssuerKind): string =>
  `.${kind === 'FORGEJO' ? 'forgejo' : 'github'}/workflows`

const workflowStart = (
  { publicUrl }: Cli,
  kind: TrustedIssuerKind,
): string => `    runs-on: ${kind === 'FORGEJO' ? 'docker' : 'ubuntu-latest'}
${
  kind === 'FORGEJO'
    ? '    enable-openid-connect: true'
    : `    permissions:
      contents: read
      id-token: write`
}
    env:
      ENGINE_URL: ${publicUrl}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22`

const gitLabStart = ({ publicUrl }: Cli): string => `  variables:
    ENGINE_URL: ${publicUrl}
  id_tokens:
    ENGINE_ID_TOKEN:
      aud: ${publicUrl}
  script:
    - curl -fsSo /tmp/${program} "$ENGINE_URL/downloads/${program}"`

const shellStart = ({ publicUrl }: Cli): string => `export ENGINE_URL=${publicUrl}
export ENGINE_ID_TOKEN=… # an ID token of the job, for this address
curl -fsSO "$ENGINE_URL/downloads/${program}"`
