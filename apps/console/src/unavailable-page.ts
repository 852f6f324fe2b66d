import { type Installation, productName } from './ui/product-name'

const styles = `
:root { color-scheme: light dark; font: 0.875rem/1.55 system-ui, sans-serif; }
body {
  display: grid; place-items: center; box-sizing: border-box; min-height: 100dvh; margin: 0; padding: 1rem;
  color: light-dark(#1e2430, #d8dde6); background: light-dark(#f6f7f9, #161b22);
}
main { width: 100%; max-width: 28rem; }
section {
  padding: 1.25rem; border: 1px solid light-dark(#e2e6ec, #313a47); border-radius: 8px;
  background: light-dark(#fff, #1c222b);
}
.brand { display: flex; gap: 8px; align-items: center; margin: 0 0 1rem; font-weight: 600; }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.3; font-weight: 600; }
p { margin: 0 0 0.75rem; }
small { color: light-dark(#616b7b, #9da7b6); overflow-wrap: anywhere; }
a {
  display: inline-block; padding: 0.375rem 1rem; border: 1px solid light-dark(#b2bbc8, #414b5b); border-radius: 4px;
  color: inherit; font-weight: 600; text-decoration: none;
}
a:hover { background: light-dark(#eef0f4, #262e39); }
`

/** The colours that were chosen in the console, and the page that was asked for, once it is there. */
const script = `
try {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen
} catch {}
setInterval(async () => {
  const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (answer && answer.status < 500) location.reload()
}, 5000)
`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)

/**
 * Returns the page shown instead of any other while the platform does not answer. It needs nothing that could
 * fail as well: neither the API nor rendering, which ends with 500 if its queries stay unanswered.
 */
export function unavailablePage(nonce: string, requestId: string, { name, logo }: Installation): string {
  const mark = logo ?? '/icon.svg'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${mark}">
<title>The platform does not answer</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<main>
<p class="brand"><img src="${mark}" alt="" height="24"> ${escaped(name ?? productName)}</p>
<section>
<h1>The platform does not answer</h1>
<p>The API or its database cannot be reached, so this page cannot be shown. Nothing that was saved is lost. The console
tries again every 5 seconds.</p>
<p>If it still fails, tell the people who run this platform: the log of the API says what is wrong.</p>
<p><small>Request ${requestId}</small></p>
<a href="">Try again</a>
</section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`
}
