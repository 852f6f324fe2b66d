/** The messages between the tabs of one browser, which share one session. */
type News = { kind: 'signed-out' } | { kind: 'signed-in'; userId: string }

/** One for the whole tab: a channel does not receive its own messages. */
let channel: BroadcastChannel | undefined

function channelOfTab(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  return (channel ??= new BroadcastChannel('engine-session'))
}

export function tellOtherTabs(news: News): void {
  channelOfTab()?.postMessage(news)
}

/** Listens to other tabs, until the function that it returns is called. */
export function listenToOtherTabs(listener: (news: News) => void): () => void {
  const onMessage = ({ data }: MessageEvent<News>): void => listener(data)
  channelOfTab()?.addEventListener('message', onMessage)
  return () => channelOfTab()?.removeEventListener('message', onMessage)
}
