import { cliTokenVariable, registryHost } from '@engine/shared'
import type { TrustedIssuerKind } from '~/data/generated/graphql'

type Cli = { publicUrl: string; words: readonly string[] }

export type JobFacts = {
  cli: Cli
  organization: string
  /** Name of the identity. */
  name: string
  kind: TrustedIssuerKind
  scopes: readonly string[]
}

/** A job to copy, and how its file is called. */
export type Job = { title: string; file?: string; text: string }

const program = 'engine-publish.mjs'

/** Returns a text in quotes for the shell. */
const quoted = (text: string): string =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The program insists on https but for this very machine. */
const flag = ({ publicUrl }: Cli): string => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'http:' && hostname !== 'localhost' ? ' --insecure-http' : ''
}

/** Returns the files of CI systems that use an identity (docs/PUBLISHING.md). */
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
  const { cli } = facts
  const build = '# Before this, build the release into the folder dist: zips, SHA256SUMS and its signature.'
  const release = `provider dist --to ${provider}`
  return publishing(facts, provider, {
    pipeline: `    ${build}
    - export ENGINE_TOKEN=$(node /tmp/${program} token ${named(facts)}${flag(cli)})
    - node /tmp/${program} ${release}${flag(cli)}`,
    shell: `${build}
node ${program} ${release} ${named(facts)}${flag(cli)}`,
    workflow: `      ${build}
      - run: |
          node "$RUNNER_TEMP/${program}" ${release} \\
            ${named(facts)}${flag(cli)}`,
  })
}

/** Steps of a job, in the language of each CI system. */
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
