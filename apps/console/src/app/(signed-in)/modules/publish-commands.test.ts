import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import {
  gitHubWorkflow,
  gitLabPipeline,
  programCommands,
  releaseCommands,
  shellCommands,
} from './publish-commands'

const publication = { url: 'https://engine.example', address: 'acme/network/aws', version: '1.2.3' }
const fetching = 'curl -fsSO https://engine.example/downloads/engine-publish.mjs'
const publishing = (version: string) =>
  `node engine-publish.mjs . --to acme/network/aws --version ${version} --url https://engine.example`

test('the program is fetched from the platform, and publishes the folder one is in', () => {
  expect(programCommands(publication)).toBe(`${fetching}\n${publishing('1.2.3')}`)
})

test('a platform without https is insisted on, but on this very machine', () => {
  const to = (url: string) => programCommands({ ...publication, url })
  expect(to('http://engine.internal:4000')).toMatch(/--url http:\/\/engine\.internal:4000 --insecure-http$/)
  expect(to('http://localhost:4000')).not.toContain('--insecure-http')
})

test('the release of a provider is published from the folder that its build left', () => {
  expect(releaseCommands({ url: 'https://engine.example', address: 'acme/cloud' })).toBe(
    `${fetching}\nnode engine-publish.mjs provider dist --to acme/cloud --url https://engine.example`,
  )
  expect(releaseCommands({ url: 'http://engine.internal', address: 'acme/cloud' })).toMatch(
    / --insecure-http$/,
  )
})

test('a shell asks for the link of the version, and puts there what no program leaves out by itself', () => {
  const text = shellCommands(publication)
  expect(text).toContain(
    '"https://engine.example/api/v2/organizations/acme/registry-modules/private/acme/network/aws/versions"',
  )
  expect(text).toContain('"attributes":{"version":"1.2.3"}')
  expect(text).toContain("tar --exclude='./.*'")
})

describe('the file of a CI system publishes the number of the tag, with the token of a secret', () => {
  test('on GitHub', () => {
    const { on, jobs } = parse(gitHubWorkflow(publication))
    expect(on).toEqual({ push: { tags: ['v*'] } })
    expect(jobs.publish.steps.slice(-2)).toEqual([
      { run: fetching },
      {
        run: publishing('"${GITHUB_REF_NAME#v}"'),
        env: { ENGINE_TOKEN: '${{ secrets.ENGINE_TOKEN }}' },
      },
    ])
  })

  test('on GitLab', () => {
    const { publish } = parse(gitLabPipeline(publication))
    expect(publish.rules).toEqual([{ if: '$CI_COMMIT_TAG =~ /^v\\d/' }])
    expect(publish.script).toEqual([fetching, publishing('"${CI_COMMIT_TAG#v}"')])
  })
})
