import { Code } from '@mantine/core'
import colors from './code-colors.module.css'
import { ColoredCode } from './colored-code'
import type { CodeLanguage } from './highlighted'
import { Copy } from './copy'
import classes from './code-to-copy.module.css'

type Props = {
  text: string
  /** Name of the code, such as `the command`. */
  what: string
  /** Language for colours; plain text and texts from users have none. */
  language?: CodeLanguage
}

/** Lines to copy with one click. */
export function CodeToCopy({ text, what, language }: Props) {
  return (
    <div className={`${classes['frame']} ${colors['colors']}`}>
      {/* Commands wrap. A language keeps its lines, which are scrolled by keyboard too. */}
      <Code
        block
        role="region"
        aria-label={what}
        className={classes['code'] ?? ''}
        {...(language !== undefined && { tabIndex: 0, 'data-lines': true })}
      >
        <ColoredCode text={text} language={language} />
      </Code>
      <Copy text={text} what={what} />
    </div>
  )
}
