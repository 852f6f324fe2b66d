import type { ReactNode } from 'react'
import classes from './drawings.module.css'

// Drawings of what is not there yet, each of the three layers of the mark: the lit one is what the page is about.

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg width="104" height="76" viewBox="0 0 104 76" className={classes['drawing']} aria-hidden>
    {children}
  </svg>
)

/** A layer as a whole, the height of whose middle is given. */
const Layer = ({ y, lit = false }: { y: number; lit?: boolean }) => (
  <path d={`M52 ${y - 16} 20 ${y}l32 16 32-16z`} className={lit ? classes['lit'] : undefined} />
)

/** Visible edge of a layer below another one. */
const Edge = ({ y }: { y: number }) => <path d={`M20 ${y}l32 16 32-16`} />

/** Layer on layer, and a mark for each on the line of time. */
export const VersionsDrawing = () => (
  <Drawing>
    <Edge y={52} />
    <Edge y={40} />
    <Layer y={28} lit />
    <path d="M96 22v36M93 28h6M93 40h6M93 52h6" />
  </Drawing>
)

/** One of the tiles that a layer is made of, taken out. */
export const ModulesDrawing = () => (
  <Drawing>
    <Edge y={54} />
    <Layer y={40} />
    <path d="M36 32l32 16M68 32 36 48" />
    <path d="M52 4 36 12l16 8 16-8z" className={classes['lit']} />
    <path d="M36 16v12M68 16v12" className={classes['dots']} />
  </Drawing>
)

/** Layers with a connector, for providers. */
export const ProvidersDrawing = () => (
  <Drawing>
    <Edge y={54} />
    <Edge y={43} />
    <Layer y={32} lit />
    <path
      d="M52 32v-8a8 8 0 0 1 8-8h8M68 10v12h4a6 6 0 0 0 0-12zM78 13h6M78 19h6"
      className={classes['line']}
    />
  </Drawing>
)

/** The same layer here and there. */
export const SharingDrawing = () => (
  <Drawing>
    <path d="M28 36 8 46l20 10 20-10z" className={classes['lit']} />
    <path d="M8 54l20 10 20-10M76 36 56 46l20 10 20-10zM56 54l20 10 20-10" />
    <path d="M28 28c6-16 40-18 48-2" className={classes['line']} />
    <path d="M78 18l-2 9-9-2" className={classes['line']} />
  </Drawing>
)

/** Layers with lines of text, for the audit log. */
export const AuditDrawing = () => (
  <Drawing>
    <Edge y={54} />
    <Edge y={43} />
    <Layer y={32} lit />
    <path d="M44 27l14 7M51 23.5l14 7M37 30.5l14 7" className={classes['line']} />
    <circle cx="88" cy="16" r="9" />
    <path d="M88 11v5l4 2" />
  </Drawing>
)

/** Layers with objects on top, for workspaces. */
export const WorkspacesDrawing = () => (
  <Drawing>
    <Edge y={56} />
    <Layer y={46} />
    <path d="M52 8 34 17v18l18 9 18-9V17z" className={classes['lit']} />
    <path d="M34 17l18 9 18-9M52 26v18" className={classes['line']} />
  </Drawing>
)

/** Layers with people on top. */
export const PeopleDrawing = () => (
  <Drawing>
    <Edge y={56} />
    <Layer y={46} />
    <circle cx="52" cy="14" r="7" className={classes['lit']} />
    <path d="M38 40V36a14 10 0 0 1 28 0v4l-14 6z" className={classes['lit']} />
  </Drawing>
)

/** Layers with a key, for signing keys and tokens. */
export const KeysDrawing = () => (
  <Drawing>
    <Edge y={56} />
    <Edge y={46} />
    <Layer y={36} lit />
    <circle cx="40" cy="14" r="7" className={classes['line']} />
    <path d="M47 14h26v6M65 14v5" className={classes['line']} />
  </Drawing>
)

/** Layers that send a signal, for webhooks. */
export const WebhooksDrawing = () => (
  <Drawing>
    <Edge y={58} />
    <Edge y={48} />
    <Layer y={38} lit />
    <path d="M52 38V24M45 19a10 10 0 0 1 14 0M39 13a18 18 0 0 1 26 0" className={classes['line']} />
    <circle cx="52" cy="24" r="2" className={classes['line']} />
  </Drawing>
)

/** The layer that is gone. */
export const NothingDrawing = () => (
  <Drawing>
    <Edge y={56} />
    <Layer y={44} />
    <path d="M52 14 20 30l32 16 32-16z" className={classes['dots']} />
    <path d="M84 2 68 10l16 8 16-8z" className={classes['lit']} />
  </Drawing>
)
