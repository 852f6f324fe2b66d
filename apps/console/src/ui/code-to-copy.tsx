import { Code } from '@mantine/core'
import colors from './code-colors.module.css'
import { ColoredCode, type CodeLanguage } from './colored-code'
import { Copy } from './copy'
import classes from './code-to-copy.module.css'

type Props = {
  text: string
  /** Such as `the command`. */
  what: string
  /** For colours; plain text and what others have written have none. */
  language?: CodeLanguage
}

/** Lines to copy with one click. */
export function CodeToCopy({ text, what, language }: Props) {
  return (
    <div className={`${classes['frame']} ${colors['colors']}`}>
      {/* What is too wide to be seen at once is scrolled by keyboard too. */}
      <Code block tabIndex={0} role="region" aria-label={what} className={classes['code'] ?? ''}>
        <ColoredCode text={text} language={language} />
      </Code>
      <Copy text={text} what={what} />
    </div>
  )
}
