import { Code } from '@mantine/core'
import { Copy } from './copy'
import classes from './code-to-copy.module.css'

/** Lines to copy with one click; `what` names them, such as `the command`. */
export function CodeToCopy({ text, what }: { text: string; what: string }) {
  return (
    <div className={classes['frame']}>
      {/* What is too wide to be seen at once is scrolled by keyboard too. */}
      <Code block tabIndex={0} role="region" aria-label={what} className={classes['code'] ?? ''}>
        {text}
      </Code>
      <Copy text={text} what={what} />
    </div>
  )
}
