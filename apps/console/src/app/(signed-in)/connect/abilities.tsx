import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import classes from './abilities.module.css'

/** A form of configuration for public providers. */
export type Form = 'host' | 'mirror'

type Ability = { can: boolean; text: string }

const can = (text: string): Ability => ({ can: true, text })
const cannot = (text: string): Ability => ({ can: false, text })

const abilities: Readonly<Record<Form, readonly Ability[]>> = {
  host: [
    can('The terminal says which version is held, blocked or not approved, and why.'),
    can('Lock files get the checksums of every platform.'),
    can('`providers lock` and `providers mirror` ask this site too.'),
    can('The CLI checks the signatures of the makers itself.'),
    cannot('The makers of the CLI do not document it for this use.'),
  ],
  mirror: [
    can('It is the documented form: one block for all hosts, and for the private providers of this site.'),
    cannot('The terminal says nothing: a version that is held, blocked or not approved is not there.'),
    cannot('Lock files get the checksum of one platform.'),
    cannot('`providers mirror` does not use it, and `providers lock` needs its address.'),
    cannot('The CLI checks checksums alone: this site has checked the signatures.'),
  ],
}

/** The abilities of a form, in one line each. */
export const Abilities = ({ of }: { of: Form }) => (
  <ul className={classes['abilities']} aria-label="What it can and cannot do">
    {abilities[of].map(({ can: isAble, text }) => (
      <li key={text} data-can={isAble}>
        {isAble ? <IconCheck size={16} aria-hidden /> : <IconMinus size={16} aria-hidden />}
        <span>
          {!isAble && <VisuallyHidden>Not: </VisuallyHidden>}
          {withCode(text)}
        </span>
      </li>
    ))}
  </ul>
)

/** Shows what is between backquotes as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))
