import { Textarea, type TextareaProps } from '@mantine/core'

/** Asks why something is done; the answer goes to the audit log, unless `description` says who else sees it. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea
    label={props.required ? 'Reason' : 'Reason (optional)'}
    description="Recorded in the audit log."
    autosize
    minRows={2}
    maxLength={500}
    {...props}
  />
)
