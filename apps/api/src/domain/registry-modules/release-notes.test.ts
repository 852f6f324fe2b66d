import { expect, test } from 'vitest'
import type { ReadmeNode } from './readme-tree.js'
import { notesBetween, notesOf } from './release-notes.js'

const heading = (tag: 'h1' | 'h2' | 'h3', text: string): ReadmeNode => ({ tag, children: [text] })
const paragraph = (text: string): ReadmeNode => ({ tag: 'p', children: [text] })

const changelog = [
  heading('h1', 'Changelog'),
  paragraph('All notable changes.'),
  heading('h2', '[Unreleased]'),
  paragraph('Soon.'),
  heading('h2', '[2.0.0] - 2026-03-01'),
  heading('h3', 'Removed'),
  paragraph('The input a.'),
  heading('h2', 'v1.10.0'),
  paragraph('Adds b.'),
  { tag: 'h2', children: [{ tag: 'a', href: 'https://git.example', children: ['1.9.0'] }] },
  paragraph('First.'),
  heading('h1', 'Older'),
  paragraph('Elsewhere.'),
] as const satisfies readonly ReadmeNode[]

test('a changelog tells of the versions above one and up to another', () => {
  expect(notesBetween(changelog, '1.9.0', '2.0.0')).toEqual(changelog.slice(4, 9))
  expect(notesBetween(changelog, '1.10.0', '2.0.0')).toEqual(changelog.slice(4, 7))
  expect(notesBetween(changelog, '1.0.0', '1.9.0')).toEqual(changelog.slice(9, 11))
})

test('it tells nothing of versions that it does not name', () => {
  expect(notesBetween(changelog, '2.0.0', '2.1.0')).toEqual([])
  expect(notesBetween([paragraph('1.0.0 is out')], '0.9.0', '1.0.0')).toEqual([])
  expect(notesBetween([], '0.9.0', '1.0.0')).toEqual([])
})

test('the notes of one version are its section alone', () => {
  expect(notesOf(changelog, '1.10.0')).toEqual(changelog.slice(7, 9))
  expect(notesOf(changelog, '1.9.0')).toEqual(changelog.slice(9, 11))
  expect(notesOf(changelog, '1.8.0')).toEqual([])
})
