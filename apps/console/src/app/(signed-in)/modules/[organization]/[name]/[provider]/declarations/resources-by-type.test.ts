import { expect, test } from 'vitest'
import { grouped } from './resources-by-type'

test('resources stand by type, those with most first, and of as many by name', () => {
  const resources = [
    { type: 'aws_vpc', name: 'this' },
    { type: 'aws_subnet', name: 'public' },
    { type: 'aws_eip', name: 'this' },
    { type: 'aws_subnet', name: 'private' },
  ]
  expect(grouped(resources)).toEqual([
    { type: 'aws_subnet', names: ['public', 'private'] },
    { type: 'aws_eip', names: ['this'] },
    { type: 'aws_vpc', names: ['this'] },
  ])
})
