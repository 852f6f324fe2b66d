'use client'

import { Center, Stack } from '@mantine/core'
import { Brand } from '../shell/brand'
import { PageFailure } from '../shell/page-failure'

/** When not even the frame around the pages could be made, because the API is down, say. */
export default function RootError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={480}>
        <Brand />
        <PageFailure error={error} retry={retry} />
      </Stack>
    </Center>
  )
}
