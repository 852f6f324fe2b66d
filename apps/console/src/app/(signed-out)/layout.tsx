import { Center, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '~/shell/brand'

export default function SignedOutLayout({ children }: { children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="md">
        <Brand />
        <Paper p="lg" radius="md">
          {children}
        </Paper>
      </Stack>
    </Center>
  )
}
