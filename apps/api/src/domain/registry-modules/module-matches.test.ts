import { expect, test } from 'vitest'
import { matchesIn, searchedModule } from './module-matches.js'

const part = { path: '', readme: '', inputs: [], outputs: [], resources: [] }

const network = await searchedModule(
  'acme/network/aws A private cloud',
  JSON.stringify({
    root: {
      ...part,
      readme: 'It peers with days of old.',
      inputs: [{ name: 'enable_flow_logs' }, { name: 'flow_logs_days' }],
      outputs: [{ name: 'vpc_id' }],
      resources: [{ type: 'aws_vpc', name: 'main' }],
    },
    submodules: [{ ...part, path: 'modules/subnets', inputs: [{ name: 'zones' }] }],
  }),
)

test.each([
  ['an input by all of its words', 'flow_logs_days', [{ kind: 'input', text: 'flow_logs_days', path: '' }]],
  ['an output', 'vpc_id', [{ kind: 'output', text: 'vpc_id', path: '' }]],
  ['a resource by type and name', 'aws_vpc main', [{ kind: 'resource', text: 'aws_vpc.main', path: '' }]],
  ['a submodule', 'subnets', [{ kind: 'submodule', text: 'modules/subnets', path: 'modules/subnets' }]],
  ['an input of a submodule', 'zone', [{ kind: 'input', text: 'zones', path: 'modules/subnets' }]],
  ['the README, where nothing declared has the word', 'peers', [{ kind: 'readme', text: '', path: '' }]],
  ['nothing that the list shows already', 'network private', []],
  ['nothing for a typo', 'netwrok', []],
  [
    'several things for words that no single one has',
    'network zones vpc',
    [
      { kind: 'output', text: 'vpc_id', path: '' },
      { kind: 'input', text: 'zones', path: 'modules/subnets' },
    ],
  ],
])('a search finds inside a module %s', (_name, typed, matches) => {
  expect(matchesIn(network, typed)).toEqual(matches)
})

test('of a module whose contents were not read nothing is told', async () => {
  expect(matchesIn(await searchedModule('acme/network/aws', null), 'flow')).toEqual([])
})
