import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import type { ModulePart, ModuleSource } from '../module-source.js'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
const read = (files: Files): Promise<ModuleSource> => reader.read(files)
afterAll(() => reader.close())

rule(
  '§19 Modules',
  'Read and shown: `const`, the type of an output, `language { compatible_with { … } }` as `engine-constraints` by engine, providers implied by actions and lists, calls whose `source` is an expression (shown as such, no dependency)',
)
test('those that only actions and lists imply are found too', async () => {
  const { root } = await read({
    'main.tf': `
      action "cloud_invoke" "a" {
        config { name = "x" }
      }
      action "aws_lambda_invoke" "b" { provider = other.east }`,
    'list.tf.json': JSON.stringify({ list: { listed_thing: { all: { provider: 'listed' } } } }),
  })
  expect(root.empty).toBe(false)
  expect(root.providers.map(({ name, source }) => `${name} ${source}`)).toEqual([
    'cloud hashicorp/cloud',
    'listed hashicorp/listed',
    'other hashicorp/other',
  ])
})

test('the providers that only resources imply are found, as the engine takes them', async () => {
  const implied = {
    'main.tf': `
      resource "aws_vpc" "a" {}
      resource "google_x" "b" { provider = google-beta }
      data "random_x" "c" {}
      provider "azurerm" { version = "~> 2.0" }
      resource "terraform_data" "t" {}`,
    'modules/more/main.tf': `
      terraform {
        required_providers {
          aws = { source = "acme/aws" }
        }
      }
      provider "vault" {}
      resource "aws_vpc" "a" { provider = aws.east }
      ephemeral "tls_key" "b" {}
      resource "plain" "c" {}`,
    'modules/json/main.tf.json': JSON.stringify({
      resource: { aws_vpc: { a: { provider: 'other.east' } } },
    }),
  }
  const { root, submodules } = await read(implied)
  const listed = ({ providers }: ModulePart) =>
    providers.map(({ name, source, version }) => `${name} ${source} ${version}`.trim())
  expect(listed(root)).toEqual([
    'aws hashicorp/aws',
    'azurerm  ~> 2.0',
    'google-beta hashicorp/google-beta',
    'random hashicorp/random',
    'terraform terraform.io/builtin/terraform',
  ])
  expect(submodules.map(listed)).toEqual([
    ['other hashicorp/other'],
    ['aws acme/aws', 'plain hashicorp/plain', 'tls hashicorp/tls', 'vault hashicorp/vault'],
  ])
})
