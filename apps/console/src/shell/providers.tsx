'use client'

import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  MantineProvider,
} from '@mantine/core'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ApiError } from '../data/answer'
import { dialogs } from '../ui/dialogs/dialogs'
import { NavigationProvider } from '../ui/navigation'
import { dropFailure, toastFailure, toasts } from '../ui/feedback/toast'
import { renewOutdatedPage } from './outdated-page'

/** Failures worth a second try: not refusals, only broken connections. */
const mayPass = new Set(['UNREACHABLE', 'UNREADABLE'])

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => error instanceof ApiError && mayPass.has(error.code) && failures < 1,
        retryDelay: 500,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, input, _, { options }) => toastFailure(error, nameOf(options.mutationKey, input)),
      onSuccess: (_data, input, _, { options }) => dropFailure(nameOf(options.mutationKey, input)),
    }),
  })
}

/** The same for each try of one change: what is done, and to which thing. */
function nameOf(key: readonly unknown[] | undefined, input: unknown): string {
  const { id } = (input ?? {}) as { id?: unknown }
  return JSON.stringify([key, id])
}

const harbor: MantineColorsTuple = [
  '#edf5fa', '#d8e8f2', '#b2d1e5', '#88b8d7', '#5f9fc8', '#3f89b8', '#3079a8', '#256a98', '#1c5a85', '#124669',
] // oxfmt-ignore
const gray: MantineColorsTuple = [
  '#f6f7f9', '#eef0f4', '#e2e6ec', '#d0d6df', '#b2bbc8', '#87919f', '#616b7b', '#4a5465', '#343c4a', '#1e2430',
] // oxfmt-ignore
const violet: MantineColorsTuple = [
  '#f3f1fb', '#e5e0f6', '#cbc2ed', '#ae9fe2', '#937dd7', '#7f63cd', '#7353c5', '#6344b0', '#55399a', '#442d7d',
] // oxfmt-ignore
const dark: MantineColorsTuple = [
  '#d8dde6', '#b9c1cd', '#9da7b6', '#727d8e', '#414b5b', '#313a47', '#262e39', '#1c222b', '#161b22', '#0f1319',
] // oxfmt-ignore
const red: MantineColorsTuple = [
  '#fdf0f0', '#fadcdc', '#f3b9b9', '#eb9191', '#e26d6d', '#d94c4c', '#cf3838', '#c62f2f', '#b32727', '#931d1d',
] // oxfmt-ignore

/** The close button needs a name, the head of a dialog is no head of the page, and what it names may be long. */
const dialog = {
  styles: {
    title: {
      fontWeight: 600,
      fontSize: 'var(--mantine-font-size-lg)',
      lineHeight: 1.35,
      overflowWrap: 'anywhere',
    },
  },
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
}

/** Calm and dense: one quiet blue, a violet for what is new or counted, small radii, one typeface. */
const theme = createTheme({
  primaryColor: 'harbor',
  primaryShade: { light: 8, dark: 7 },
  colors: { harbor, gray, dark, red, violet },
  black: '#1e2430',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Those of other scripts come first: each has its own letters alone, and the first brings a substitute with it.
  fontFamily:
    'var(--console-latin-extended), var(--console-vietnamese), var(--console-greek), var(--console-cyrillic), var(--console-typeface), system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'var(--console-monospaced)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    textWrap: 'pretty',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  components: {
    Button: {
      // A button may name a thing, whose name may be long.
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)' },
        // As high as its frame leaves it, since a link does not centre what it holds.
        inner: {
          height: 'auto',
          minHeight: 'calc(var(--button-height) - 0.125rem)',
          paddingBlock: '0.125rem',
        },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.3 },
        // The library centres it by a transition, which those who want no motion never see.
        loader: { transform: 'translate(-50%, -50%)' },
      },
    },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { ...dialog, centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
    Paper: { defaultProps: { withBorder: true } },
    Pill: {
      styles: {
        root: {
          // The library's own is, in dark, the colour of the paper it lies on.
          background: 'var(--console-chip)',
          // What was picked may have a name that is longer than the field is wide.
          flex: '0 1 auto',
          height: 'auto',
          minHeight: 'var(--pill-height)',
        },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.35, paddingBlock: '0.125rem' },
      },
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
  },
})

const tinted = ['blue', 'cyan', 'grape', 'green', 'harbor', 'orange', 'pink', 'red', 'violet', 'yellow']

/** Colours of small text on a tint: the library's pairs are too faint in light and too loud in dark. */
const tints = (text: number, ground: string): Record<string, string> =>
  Object.fromEntries(
    tinted.flatMap((color) => [
      [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-${text})`],
      [
        `--mantine-color-${color}-light`,
        `color-mix(in srgb, var(--mantine-color-${color}-6) ${ground}, transparent)`,
      ],
    ]),
  )

const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...tints(9, '12%'),
    '--mantine-color-orange-light-color': '#9a3b00',
    '--mantine-color-green-light-color': '#1d6a2e',
    '--mantine-color-yellow-light-color': '#704b00',
    '--mantine-color-gray-light-color': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-8)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-anchor': 'var(--mantine-color-harbor-8)',
    '--console-accent': 'var(--mantine-color-violet-6)',
    '--console-bar': 'var(--mantine-color-harbor-3)',
    '--console-page': 'var(--mantine-color-gray-0)',
    '--console-line': 'var(--mantine-color-gray-2)',
    '--console-card-line': 'var(--mantine-color-gray-3)',
    '--console-hover': 'var(--mantine-color-gray-0)',
    '--console-chip': 'var(--mantine-color-gray-1)',
    '--console-groove': 'var(--mantine-color-gray-1)',
  },
  dark: {
    ...tints(2, '20%'),
    '--mantine-color-gray-light-color': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-3)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-harbor-3)',
    '--console-accent': 'var(--mantine-color-violet-4)',
    '--console-bar': 'var(--mantine-color-harbor-7)',
    '--console-page': 'var(--mantine-color-dark-8)',
    '--console-line': 'var(--mantine-color-dark-5)',
    '--console-card-line': 'var(--mantine-color-dark-4)',
    '--console-hover': 'var(--mantine-color-dark-6)',
    '--console-chip': 'var(--mantine-color-dark-5)',
    '--console-groove': 'var(--mantine-color-dark-8)',
  },
})

export function Providers({ nonce, children }: { nonce: string; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient)
  // A refresh renders with a new nonce, but the browser still goes by the policy of the first answer.
  const [firstNonce] = useState(() => storeNonce(nonce))
  useEffect(() => void (document.documentElement.dataset['hydrated'] = ''), [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => firstNonce}
    >
      <QueryClientProvider client={queryClient}>
        <NavigationProvider>
          {children}
          <Overlays />
        </NavigationProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** Dialogs keep the page behind them still with a style sheet made on the fly, by a library that looks here. */
function storeNonce(nonce: string): string {
  if (typeof window !== 'undefined') Object.assign(window, { __webpack_nonce__: nonce })
  return nonce
}

const Modals = lazy(async () => ({ default: (await import('./modals')).Modals }))
const Messages = lazy(async () => ({ default: (await import('./messages')).Messages }))

/** Layers over any page, loaded when the first one is shown. */
function Overlays() {
  useEffect(renewOutdatedPage, [])
  const asked = dialogs.useWanted()
  const hasToasts = toasts.useWanted()
  return (
    <>
      {/* Each waits by itself: to fetch one must not hide the other. */}
      <Suspense>{asked && <Modals />}</Suspense>
      <Suspense>{hasToasts && <Messages />}</Suspense>
    </>
  )
}
