import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'onChange'> & { onChange?: (reason: string) => void }

/** Asks why something is done; the answer goes to the audit log, unless `description` says who else sees it. */
export const ReasonField = ({ onChange, ...props }: Props) => (
  <Textarea
    label={props.required ? 'Reason' : 'Reason (optional)'}
    description="Recorded in the audit log."
    autosize
    minRows={2}
    maxLength={500}
    {...props}
    onChange={(event) => onChange?.(event.currentTarget.value)}
  />
)
