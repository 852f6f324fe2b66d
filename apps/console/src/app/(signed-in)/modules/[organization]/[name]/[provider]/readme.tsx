import { Box } from '@mantine/core'
import { Fragment, type ComponentProps } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { htmlAsText } from './html-as-text'
import classes from './readme.module.css'

/**
 * Somebody else's Markdown, made safe on the server: tags in it stay text. A picture becomes a link, since loading it
 * would tell a foreign server who reads what, and the policy of the console forbids it anyway. What leads to somewhere
 * within the module leads nowhere here.
 */
export function Readme({ text }: { text: string }) {
  return (
    <div className={classes['readme']}>
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[htmlAsText, rehypeSanitize]}
        components={components}
      >
        {text}
      </Markdown>
    </div>
  )
}

const isAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^(https?|mailto):/i.test(address)

function Outside({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  if (!isAddress(href)) return <Fragment>{children}</Fragment>
  return (
    <a href={href} rel="noreferrer nofollow">
      {children}
    </a>
  )
}

/** Its headings stand below those of the page; what is too wide is scrolled by keyboard too. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <Outside href={href}>{children}</Outside>,
  img: ({ src, alt }) => (
    <Outside href={typeof src === 'string' ? src : undefined}>{alt || 'picture'}</Outside>
  ),
  pre: ({ children }) => (
    <Box component="pre" tabIndex={0} role="region" aria-label="Code">
      {children}
    </Box>
  ),
  table: ({ children }) => (
    <Box className={classes['wide'] ?? ''} tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </Box>
  ),
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
}
