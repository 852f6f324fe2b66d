'use client'

import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'

type Opens = { opened: boolean }

/** A lazy dialog: its code is fetched when it is first opened. */
export function lazyDialog<Props extends Opens>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: closedFirst(await load()) }))
  return function LazyDialog(props: Props) {
    const [wanted, setWanted] = useState(false)
    if (props.opened && !wanted) setWanted(true)
    return (
      wanted && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    )
  }
}

/** A dialog keeps where the focus was when it opens, which it notices only if it was closed before. */
function closedFirst<Props extends Opens>(Dialog: ComponentType<Props>): ComponentType<Props> {
  return function ClosedFirst(props: Props) {
    const [shown, setShown] = useState(false)
    useEffect(() => setShown(true), [])
    return <Dialog {...props} opened={shown && props.opened} />
  }
}
