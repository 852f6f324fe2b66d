import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type JobFacts, jobsOf } from './jobs'

const facts: JobFacts = {
  cli: { publicUrl: 'https://engine.example.com', words: ['tool'] },
  organization: 'acme',
  name: 'release',
  kind: 'GITHUB',
  scopes: ['publish:acme/network/aws', 'registry'],
}

test('a job names the platform, the module and the identity', () => {
  const [publish, apply] = jobsOf(facts)
  expect(publish).toMatchObject({
    title: 'Publish acme/network/aws',
    file: '.github/workflows/publish.yml',
    text: expect.stringContaining('ENGINE_URL: https://engine.example.com'),
  })
  expect(publish?.text).toContain('--to acme/network/aws')
  expect(publish?.text).toContain('id-token: write')
  expect(apply?.text).toContain('TF_TOKEN_engine_example_com=$token')
  expect(apply?.text).toContain('tool init && tool apply -auto-approve')
})

test('each thing that it publishes has a job of its own, in the order of its scopes', () => {
  const scopes = [
    'publish:acme/cloud',
    'publish:acme/network/aws',
    'publish:acme/dns',
    'publish:acme/cluster/aws',
  ]
  expect(jobsOf({ ...facts, scopes }).map(({ title }) => title)).toEqual(
    scopes.map((scope) => scope.replace(':', ' ').replace('p', 'P')),
  )
})

test('each CI system has jobs of its own, without a stored secret', () => {
  const scopes = [...facts.scopes, 'publish:acme/cloud']
  for (const kind of ['GITHUB', 'GITLAB', 'FORGEJO', 'OTHER'] as const)
    for (const { text } of jobsOf({ ...facts, kind, scopes })) {
      expect(text).not.toContain('secrets.')
      expect(text).toContain('--organization acme --identity release')
    }
  expect(jobsOf({ ...facts, kind: 'FORGEJO' })[0]?.text).toContain('enable-openid-connect: true')
  expect(jobsOf({ ...facts, kind: 'GITLAB' })[0]?.text).toContain('aud: https://engine.example.com')
})

test('a provider is published from the folder of its release, by the command of the documents', () => {
  const scopes = ['publish:acme/cloud']
  const [job, ...others] = jobsOf({ ...facts, scopes })
  expect(others).toEqual([])
  expect(job).toMatchObject({ title: 'Publish acme/cloud', file: '.github/workflows/publish.yml' })
  const command = 'provider dist --to acme/cloud'
  expect(job?.text).toContain(`          node "$RUNNER_TEMP/engine-publish.mjs" ${command} \\\n`)
  expect(job?.text).not.toMatch(/ $/m)
  const [pipeline] = jobsOf({ ...facts, scopes, kind: 'GITLAB' })
  expect(pipeline?.text).toContain(`    - node /tmp/engine-publish.mjs ${command}\n`)
  expect(readFileSync('../../docs/PUBLISHING.md', 'utf8')).toContain(`node engine-publish.mjs ${command}\n`)
})

test('a name of an identity breaks out of no command', () => {
  const [publish] = jobsOf({ ...facts, name: `it's; rm -rf "$HOME"` })
  expect(publish?.text).toContain(`--identity 'it'\\''s; rm -rf "$HOME"'`)
})

test('where no variable can name the host there is the job that publishes alone', () => {
  const cli = { ...facts.cli, publicUrl: 'https://engine.example.com:8443' }
  expect(jobsOf({ ...facts, cli }).map(({ title }) => title)).toEqual(['Publish acme/network/aws'])
  expect(jobsOf({ ...facts, cli, scopes: ['workspaces'] })).toEqual([])
})
