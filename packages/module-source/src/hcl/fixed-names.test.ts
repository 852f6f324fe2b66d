import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import { SourceReader, type Files } from './module-source.testing.js'

const reader = new SourceReader()
afterAll(() => reader.close())

const moved = (from: string, to = 'a_b.c'): string => `moved {\n  from = ${from}\n  to = ${to}\n}`
const removed = (from: string): string => `removed {\n  from = ${from}\n}`
const resource = (body: string): string => `resource "a_b" "c" {\n  ${body}\n}`
const call = (providers: string): string =>
  `module "m" {\n  source = "a/b/c"\n  providers = {\n    ${providers}\n  }\n}`
const provisioner = (body: string, labels = '"local-exec"'): string =>
  resource(`provisioner ${labels} {\n    ${body}\n  }`)
const check = (body: string): string =>
  `check "k" {\n  ${body}\n  assert {\n    condition = a_b.c.x\n    error_message = "No."\n  }\n}`

const noPlace = 'no address of a resource or a module call: write one such as a_b.c or module.a'
const noAddress = 'lists something that is no address: write addresses such as a_b.c alone'
const noConfiguration =
  'is no configuration of a provider: write its name, and behind it an alias at most, such as aws.eu'

describe('what engines read before they compute anything is refused with its line:', () => {
  rule(
    '§19 modules',
    'What is no address where a block has to name one, and no constant where one has to be, is refused with file and line',
  )
  test.each([
    ...['data.a_b.c', 'foo', '"a b"', 'a_b[*]', 'a_b.c[1 + 1]', 'foo()', 'module.m.x', 'a_b.c.d', '1'].map(
      (from) => [removed(from), `2: the from of the block removed is ${noPlace}`],
    ),
    ...['a_b.c[0]', 'a_b.c["x"]', 'module.m["x"]', 'module.m[0].a_b.c'].map((from) => [
      removed(from),
      '2: the from of the block removed names a single instance: leave out the key',
    ]),
    ...[
      'foo',
      'var.x',
      'local.x',
      'each.key',
      'a_b.c.d',
      'a_b.c[each.key]',
      'a_b.c[*]',
      'foo()',
      'data.x',
    ].map((from) => [moved(from), `2: the from of the block moved is ${noPlace}`]),
    [moved('a_b.c', 'module'), `3: the to of the block moved is ${noPlace}`],
    ...[moved('module.m'), moved('a_b.c', 'module.m["x"]')].map((text) => [
      text,
      '3: the block moved has a module call in one of from and to and a resource in the other',
    ]),
    ...[
      'foo(a_b.d)',
      '1',
      'a_b.d[var.x]',
      'true ? a_b.d : a_b.e',
      '[a_b.d]',
      'a_b.d[*]',
      '(a_b.d)',
      '{}',
    ].map((each) => [
      resource(`depends_on = [${each}]`),
      `2: the depends_on of resource "a_b" "c" ${noAddress}`,
    ]),
    ['output "o" {\n  value = 1\n  depends_on = ["a b"]\n}', `3: the depends_on of output "o" ${noAddress}`],
    ...['foo()', 'aws["x"]', 'aws.x.y', '1', '[aws]', 'true ? aws : aws'].map((each) => [
      resource(`provider = ${each}`),
      `2: the provider of resource "a_b" "c" ${noConfiguration}`,
    ]),
    ...['a_b', 'Aws', 'a--b.x'].map((each) => [
      resource(`provider = ${each}`),
      `2: the provider of resource "a_b" "c" cannot be named "${each.split('.')[0]}": use small letters`,
    ]),
    ['data "a_b" "c" {\n  provider = foo()\n}', `2: the provider of data "a_b" "c" ${noConfiguration}`],
    [call('aws = foo()'), `4: the provider "aws" of module "m" ${noConfiguration}`],
    [
      call('aws = aws.x\n    b = c\n    aws = aws.y'),
      ': the providers of module "m" have "aws" twice: remove one',
    ],
    ...['var.x', '"yes"', '1', 'null', 'tobool("true")'].map((value) => [
      resource(`lifecycle {\n    create_before_destroy = ${value}\n  }`),
      '3: create_before_destroy in the lifecycle of resource "a_b" "c" must be true or false, and nothing that is computed',
    ]),
    [
      resource('lifecycle {\n    prevent_destroy = 1\n  }'),
      '3: prevent_destroy in the lifecycle of resource',
    ],
    ...[
      'create_before_destroy = true',
      'prevent_destroy = true',
      'ignore_changes = all',
      'replace_triggered_by = []',
    ]
      .map((argument) => [argument, argument.split(' ')[0]] as const)
      .map(([argument, name]) => [
        `data "a_b" "c" {\n  lifecycle {\n    ${argument}\n  }\n}`,
        `3: the lifecycle of data "a_b" "c" has "${name}", which only resources can have: remove it`,
      ]),
    [
      'ephemeral "a_b" "c" {\n  lifecycle {\n    prevent_destroy = true\n  }\n}',
      '3: the lifecycle of ephemeral "a_b" "c" has "prevent_destroy"',
    ],
  ])('%s', async (text, message) => {
    const refusal = await reader.refusal({ 'main.tf': text })
    expect(refusal.replace(/^main\.tf:\d+(?=: the providers)/, 'main.tf')).toContain(
      message.startsWith(':') ? `main.tf${message}` : `main.tf:${message}`,
    )
  })

  test.each([
    [{ resource: { a_b: { c: { depends_on: ['${a_b.d}'] } } } }, noAddress],
    [{ moved: { from: '${a_b.d}', to: 'a_b.c' } }, noPlace],
    [{ resource: { a_b: { c: { provider: '${aws}' } } } }, noConfiguration],
    [
      { resource: { a_b: { c: { lifecycle: { create_before_destroy: '${var.x}' } } } } },
      'must be true or false',
    ],
    [{ resource: { a_b: { c: { provisioner: [{ 'local-exec': { when: '${destroy}' } }] } } } }, 'when of'],
    [
      { output: { o: { value: 1, precondition: { condition: true, error_message: 'X.' } } } },
      'refers to nothing',
    ],
    [{ resource: { _a: { b: {} } } }, 'has a type that begins with no name of a provider'],
  ])('in the JSON syntax, %o', async (json, message) => {
    expect(await reader.refusal({ 'x.tf.json': JSON.stringify(json) })).toContain(message)
  })

  test('of two members with one name in the JSON syntax', async () => {
    const text = '{"module": {"m": {"source": "a/b/c", "providers": {"aws": "aws.x", "aws": "aws.y"}}}}'
    expect(await reader.refusal({ 'x.tf.json': text })).toContain('have "aws" twice')
  })
})

describe('what blocks within others have too much is refused with its line:', () => {
  test.each([
    [provisioner('command = "x"', ''), '2: a provisioner of resource "a_b" "c" has no label'],
    [
      provisioner('command = "x"', '"x" "y"'),
      '2: the provisioner "x" of resource "a_b" "c" has more than one label: leave it one',
    ],
    [
      provisioner('', '"chef"'),
      '2: the provisioner "chef" of resource "a_b" "c" is one that no engine has since 0.15: remove it',
    ],
    ...['foo', 'var.x', '1', '"foo"', 'true'].map((word) => [
      provisioner(`when = ${word}`),
      '3: when of the provisioner "local-exec" of resource "a_b" "c" must be create or destroy',
    ]),
    [
      provisioner('on_failure = foo'),
      '3: on_failure of the provisioner "local-exec" of resource "a_b" "c" must be continue or fail',
    ],
    [
      provisioner('connection {}\n    connection {}'),
      '3: the provisioner "local-exec" of resource "a_b" "c" has more than one connection block: make one of them',
    ],
    [
      provisioner('_ {}\n    _ {}'),
      '3: the provisioner "local-exec" of resource "a_b" "c" has more than one _ block',
    ],
    [
      provisioner('lifecycle {}'),
      '3: the provisioner "local-exec" of resource "a_b" "c" has a lifecycle block',
    ],
    [
      check('data "a_b" "x" {}\n  data "a_b" "y" {}'),
      '2: check "k" has more than one data block: put the others into separate checks',
    ],
    ...['count = 1', 'for_each = {}', 'lifecycle {}'].map((text) => [
      check(`data "a_b" "x" {\n    ${text}\n  }`),
      `the data of check "k" has "${text.split(' ')[0]}", which no data in a check can have: remove it`,
    ]),
  ])('%s', async (text, message) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(message)
  })
})

describe('a condition that refers to nothing is refused with its line:', () => {
  const condition = (value: string): string => `condition = ${value}\n    error_message = "No."`
  test.each([
    [
      `output "o" {\n  value = 1\n  precondition {\n    ${condition('1 == 1')}\n  }\n}`,
      '4: the condition of the precondition of output "o" refers to nothing, so that it checks nothing',
    ],
    [
      resource(`lifecycle {\n  postcondition {\n    ${condition('true')}\n  }\n  }`),
      '4: the condition of the postcondition of the lifecycle of resource "a_b" "c" refers to nothing',
    ],
    [
      `check "k" {\n  assert {\n    ${condition('1 + 1 < 3 && !false')}\n  }\n}`,
      '3: the condition of the assert of check "k" refers to nothing',
    ],
  ])('%s', async (text, message) => {
    expect(await reader.refusal({ 'main.tf': text })).toContain(`main.tf:${message}`)
  })
})

describe('settings', () => {
  test.each<[Files, string]>([
    [
      {
        'a.tf': 'terraform {\n  provider_meta "a" {}\n}',
        'b.tf': '\nterraform {\n  provider_meta "a" {}\n}',
      },
      'b.tf:2: provider_meta "a" is declared twice, first in the block at a.tf:1: make one of the two',
    ],
    [
      { 'a.tf.json': '{"terraform": {"provider_meta": {"a": [{}, {}]}}}' },
      'a.tf.json:1: provider_meta "a" is declared twice',
    ],
    [
      { 'a.tf': '\nterraform "x" {}' },
      'a.tf:2: a terraform block has no labels, this one has 1: remove them',
    ],
    [
      { 'a.tf': 'terraform {\n  language = "TF2021"\n}' },
      'a.tf:2: the language of the block terraform must be a word without quotes: TF2021',
    ],
  ])('of %o are refused', async (files, message) => {
    expect(await reader.refusal(files)).toContain(message)
  })

  test.each([
    ['experiments = [x]', 'the block terraform has "experiments", which only some engines take'],
    [
      'language = TF2030',
      'the language of the block terraform is "TF2030", which engines refuse, unless a newer one knows it',
    ],
    ['foo = 1', 'the block terraform has "foo", which engines refuse, unless a newer one knows it'],
  ])('with %s have a warning, with constraints and without', async (text, message) => {
    for (const more of ['', 'required_version = ">= 1"\n  '])
      expect((await reader.read({ 'main.tf': `terraform {\n  ${more}${text}\n}` })).warnings).toEqual([
        expect.stringMatching(new RegExp(`^in main\\.tf:[23]: ${message}$`)),
      ])
  })

  test('with what every engine takes have none', async () => {
    const text =
      'terraform {\n language = TF2021\n provider_meta "a" {}\n provider_meta "b" {}\n}\nterraform {\n backend "s3" {}\n}'
    expect((await reader.read({ 'main.tf': text })).warnings).toEqual([])
    expect((await reader.read({ 'x.tf.json': '{"terraform": {"language": "TF2021"}}' })).warnings).toEqual([])
  })
})

describe('a type that begins with no name of a provider', () => {
  test.each(['_a', '_', 'a-_b', 'a--b_c'])('such as %s is refused', async (type) => {
    for (const keyword of ['resource', 'data', 'ephemeral'])
      expect(await reader.refusal({ 'main.tf': `\n${keyword} "${type}" "c" {}` })).toBe(
        `main.tf:2: ${keyword} "${type}" "c" has a type that begins with no name of a provider: correct the type`,
      )
  })

  test('is taken where a file names the provider, an override too', async () => {
    const files = {
      'a.tf': 'resource "_a" "c" {\n provider = a\n}\nresource "_a" "d" {}',
      'a_override.tf': 'resource "_a" "d" {\n provider = a\n}',
    }
    expect((await reader.read(files)).warnings).toEqual([])
  })
})

describe('what only some engines take is a warning:', () => {
  test.each([
    [
      resource('provider = aws.x[each.key]'),
      '2: the provider of resource "a_b" "c" has a key, which only some engines take',
    ],
    [call('aws = aws.x["y"]'), '4: the provider "aws" of module "m" has a key, which only some engines take'],
    [
      resource('lifecycle {\n    prevent_destroy = var.x\n  }'),
      '3: the lifecycle of resource "a_b" "c" computes prevent_destroy, which only some engines take: write true or false',
    ],
    [
      resource('lifecycle {\n    destroy = false\n  }'),
      '3: the lifecycle of resource "a_b" "c" has "destroy", which only some engines take',
    ],
  ])('%s', async (text, warning) => {
    expect((await reader.read({ 'main.tf': text })).warnings).toEqual([`in main.tf:${warning}`])
  })
})

test.each([
  ...['a_b.d', 'module.m', 'module.m.module.n.a_b.c', 'var.x'].map(removed),
  ...[
    'a_b.d[0]',
    'a_b.d["x"]',
    'a_b.d.0',
    'data.a_b.c',
    'resource.a_b.d',
    'module.m[0].a_b.d',
    'a_b . d # it',
  ].map((from) => moved(from)),
  moved('module.m["x"]', 'module.n'),
  ...[
    'a_b.d',
    'a_b.d.id',
    'a_b.d[0]',
    '"a_b.d"',
    'var.x',
    'null',
    'path.module',
    'foo',
    'a_b.d /* it */',
  ].map((each) => resource(`depends_on = [${each}]`)),
  ...['aws', 'aws.eu', '"aws"', '"aws.eu"', 'null', 'a-b.c_d # it'].map((each) =>
    resource(`provider = ${each}`),
  ),
  resource('provider {}'),
  call('aws = aws.x\n    aws.eu = aws.y, "b" = { c = 1 }["c"] == 1 ? c : c').replace(/, "b".*/, ''),
  call('a = aws # a = b\n    b : "aws.y"'),
  ...['true', '"true"', '!false', '"${true}"'].map((value) =>
    resource(`lifecycle {\n    create_before_destroy = ${value}\n  }`),
  ),
  ...['when = destroy', 'when = "destroy"', 'on_failure = continue', 'connection {}', 'inline = []'].map(
    (text) => provisioner(text),
  ),
  `${provisioner('when = create')}\nresource "a_b" "d" {\n  provisioner "x" {}\n  provisioner "x" {}\n}`,
  check('data "a_b" "x" {\n    provider = aws\n    depends_on = []\n  }'),
  'output "o" {\n  value = 1\n  precondition {\n    condition = length(var.x) > 0\n    error_message = "No."\n  }\n}',
  'ephemeral "a_b" "c" {\n  lifecycle {\n    postcondition {\n      condition = self.x\n      error_message = "No."\n    }\n  }\n}',
])('taken without a word: %s', async (text) => {
  expect((await reader.read({ 'main.tf': text })).warnings).toEqual([])
})
