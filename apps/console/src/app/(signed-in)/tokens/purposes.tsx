import { Text, UnstyledButton } from '@mantine/core'
import {
  IconAdjustmentsHorizontal,
  IconChevronRight,
  IconDatabase,
  type Icon,
  IconPackageExport,
  IconTerminal2,
} from '@tabler/icons-react'
import { useId } from 'react'
import { Small } from '~/ui/texts'
import classes from './purposes.module.css'
import { factsOf, type Purpose } from './token-presets'

const icons: Record<Purpose, Icon> = {
  cli: IconTerminal2,
  publish: IconPackageExport,
  state: IconDatabase,
  other: IconAdjustmentsHorizontal,
}

type Props = { purposes: readonly Purpose[]; onChoose: (purpose: Purpose) => void }

/** Choice of the token's purpose, before anything else: none is chosen beforehand. */
export function Purposes({ purposes, onChoose }: Props) {
  const id = useId()
  return (
    <>
      <Text size="sm" id={id} mb="xs">
        What is it for?
      </Text>
      <ul className={classes['purposes']} aria-labelledby={id}>
        {purposes.map((purpose, index) => (
          <li key={purpose}>
            <PurposeButton purpose={purpose} isFirst={index === 0} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}

type ButtonProps = Pick<Props, 'onChoose'> & { purpose: Purpose; isFirst: boolean }

function PurposeButton({ purpose, isFirst, onChoose }: ButtonProps) {
  const { label, does } = factsOf(purpose)
  const PurposeIcon = icons[purpose]
  return (
    <UnstyledButton
      className={classes['purpose'] ?? ''}
      onClick={() => onChoose(purpose)}
      {...(isFirst && { 'data-autofocus': true, autoFocus: true })}
    >
      <PurposeIcon size={20} stroke={1.6} aria-hidden />
      <span>
        <Text span size="sm" fw={600} display="block">
          {label}
        </Text>
        <Small>It {does}.</Small>
      </span>
      <IconChevronRight size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  )
}
