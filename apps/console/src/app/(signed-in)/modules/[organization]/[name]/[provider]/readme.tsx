import { Box, Text } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { ReadmeFragment } from '~/data/generated/graphql'
import classes from './readme.module.css'

export const ReadmeFacts = graphql(`
  fragment Readme on RegistryModuleReadme {
    tree
    refusal
    beginning
  }
`)

/** As the API has stored it: texts, and elements of a closed set with few attributes. */
type Node = string | Element

type Element = {
  tag: string
  href?: string
  start?: number
  align?: string
  children?: readonly Node[]
}

/**
 * Foreign Markdown, which the API made safe when it was published: what is shown here takes as long as it is, whatever
 * is written. What is no element of ours is only its text.
 */
export function Readme({ readme }: { readme: ReadmeFragment }) {
  if (readme.tree === null) return <AsWritten readme={readme} />
  return <div className={classes['readme']}>{shown(readme.tree as readonly Node[])}</div>
}

const why: Record<NonNullable<ReadmeFragment['refusal']>, string> = {
  TOO_LARGE: 'This README is too large to be laid out, so it is shown as it is written.',
  TOO_COMPLEX: 'This README takes too long to lay out, so it is shown as it is written.',
  WAITING:
    'This README is shown as it is written: others are being laid out at the moment. Load the page again later.',
}

/** Of what the API tells of one that is shown as it is written, in characters. */
const longest = 20_000

function AsWritten({ readme: { refusal, beginning } }: { readme: ReadmeFragment }) {
  return (
    <div className={classes['readme']}>
      <Text size="sm" c="dimmed" role="note" mb="sm">
        {why[refusal ?? 'TOO_COMPLEX']}
        {(beginning?.length ?? 0) >= longest &&
          ` Here are its first ${longest.toLocaleString('en')} characters.`}
      </Text>
      <Box component="pre" tabIndex={0} role="region" aria-label="README as it is written">
        {beginning}
      </Box>
    </div>
  )
}

const shown = (nodes: readonly Node[]): ReactNode => createElement(Fragment, null, ...nodes.map(toReact))

function toReact(node: Node): ReactNode {
  if (typeof node === 'string') return node
  const { tag, children = [] } = node
  const make = Object.hasOwn(made, tag) ? made[tag] : undefined
  return make ? make(node, shown(children)) : shown(children)
}

const isAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^(https?|mailto):/i.test(address)

type Make = (element: Element, children: ReactNode) => ReactNode

const plain =
  (tag: string): Make =>
  (_, children) =>
    createElement(tag, null, children)

const cell =
  (tag: string): Make =>
  ({ align }, children) =>
    createElement(tag, align === undefined ? null : { 'data-align': align }, children)

const alike = ['blockquote', 'code', 'del', 'em', 'li', 'p', 'strong', 'sup', 'tbody', 'thead', 'tr', 'ul']

/** Its headings stand below those of the page; what is too wide is scrolled by keyboard too. */
const made: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(alike.map((tag) => [tag, plain(tag)])),
  h1: plain('h3'),
  h2: plain('h4'),
  h3: plain('h5'),
  h4: plain('h6'),
  h5: plain('h6'),
  h6: plain('h6'),
  br: () => <br />,
  hr: () => <hr />,
  ol: ({ start }, children) => <ol start={start}>{children}</ol>,
  td: cell('td'),
  th: cell('th'),
  a: ({ href }, children) =>
    isAddress(href) ? (
      <a href={href} rel="noreferrer nofollow">
        {children}
      </a>
    ) : (
      children
    ),
  pre: (_, children) => (
    <Box component="pre" tabIndex={0} role="region" aria-label="Code">
      {children}
    </Box>
  ),
  table: (_, children) => (
    <Box className={classes['wide'] ?? ''} tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </Box>
  ),
}
