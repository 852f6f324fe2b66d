import { expect, test } from 'vitest'
import { cloudBlock, firstCommands } from './cloud-block'

const cli = { publicUrl: 'https://registry.example.com', words: ['tool', 'other'] }

test('the block names the host, the organization and the workspace, in the first word of the CLI', () => {
  expect(cloudBlock(cli, 'acme', 'network')).toBe(`tool {
  cloud {
    hostname     = "registry.example.com"
    organization = "acme"

    workspaces {
      name = "network"
    }
  }
}`)
})

test('the commands sign in first', () => {
  expect(firstCommands(cli)).toBe('tool login registry.example.com\ntool init\ntool apply')
})
