'use client'

import { Kbd, Modal, Stack, Switch, Table, Text } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Fragment, useSyncExternalStore } from 'react'
import { pagesFor } from './navigation/pages'
import { areKeysOn, onKeysChange, turnKeys } from './shortcuts'
import { useViewer } from './viewer'

type Row = { keys: readonly string[]; what: string }

/** The keyboard shortcuts, and the way to turn off those of a single key. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const isOn = useSyncExternalStore(onKeysChange, areKeysOn, () => true)
  const mod = useOs() === 'macos' ? '⌘' : 'Ctrl'
  const pages = pagesFor(useViewer()).flatMap(({ key, label }): Row[] =>
    key === undefined ? [] : [{ keys: ['g', key], what: label }],
  )
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Stack gap="md">
        <Shortcuts
          title="General"
          rows={[
            { keys: [mod, 'K'], what: 'Search and commands' },
            { keys: ['/'], what: 'Search this list' },
            { keys: ['?'], what: 'Keyboard shortcuts' },
            { keys: ['Esc'], what: 'Close a dialog or menu' },
          ]}
        />
        <Shortcuts title="Go to" rows={pages} />
        <Switch
          label="Single-key shortcuts"
          description="Turn off if keys are pressed by accident, by speech input for example."
          checked={isOn}
          onChange={(event) => turnKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

function Shortcuts({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <Table layout="fixed" verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
      <Table.Caption style={{ captionSide: 'top' }} ta="start" mt={0} mb={4} fw={600}>
        {title}
      </Table.Caption>
      <Table.Tbody>
        {rows.map(({ keys, what }) => (
          <Table.Tr key={what}>
            <Table.Td>{what}</Table.Td>
            <Table.Td ta="end" w="8rem">
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && (
                    <Text span size="xs" c="dimmed" px={4}>
                      {keys[0] === 'g' ? 'then' : '+'}
                    </Text>
                  )}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
