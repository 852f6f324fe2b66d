import { expect, test } from 'vitest'
import { jobWords } from './job-words'

const nothing = { issuer: 'https://ci.example.com:8443/x', subject: 's', runUrl: null }
const unknown = { ...nothing, repository: null, commit: null, workflow: null }

test('says workflow, repository and the short commit', () => {
  const commit = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
  const known = { ...nothing, repository: 'acme/network', commit }
  const workflow = 'acme/network/.github/workflows/release.yml@refs/tags/v1.0.0'
  const words = { job: 'workflow release.yml', of: 'repository acme/network', shortCommit: '0a1b2c3' }
  expect(jobWords({ ...known, workflow })).toEqual(words)
  const gitlab = 'git.example.com/acme/network//.gitlab-ci.yml@refs/heads/main'
  expect(jobWords({ ...known, workflow: gitlab }).job).toBe('workflow .gitlab-ci.yml')
})

test('takes the name that a workflow gave itself as it is', () => {
  expect(jobWords({ ...unknown, workflow: 'Build / release' }).job).toBe('workflow Build / release')
})

test('says no more than is known', () => {
  expect(jobWords(unknown)).toEqual({ job: 'a job', of: 'ci.example.com:8443', shortCommit: '' })
  expect(jobWords({ ...unknown, repository: 'acme/network' }).of).toBe('repository acme/network')
})

test('does not shorten what is no digest', () => {
  expect(jobWords({ ...unknown, commit: 'release-2026-11-28-final' }).shortCommit).toBe(
    'release-2026-11-28-final',
  )
})
