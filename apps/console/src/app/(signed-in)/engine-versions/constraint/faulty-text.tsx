import { Code } from '@mantine/core'
import { Fragment } from 'react'
import { partsOf, type Fault } from './parts'
import classes from './faulty-text.module.css'

/** The text of a constraint, with what is wrong in it marked. */
export const FaultyText = ({ text, faults }: { text: string; faults: readonly Fault[] }) => (
  <Code className={classes['text'] ?? ''}>
    {partsOf(text, faults).map(({ from, part, isWrong }) => (
      <Fragment key={from}>{isWrong ? <mark className={classes['wrong']}>{part}</mark> : part}</Fragment>
    ))}
  </Code>
)
