/**
 * HTML pages: a frame that loads nothing (no scripts, no fonts), and the escaping of text from outside, which can neither
 * be markup nor hide characters.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** `text` for the inside of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

/** Makes control and direction characters visible, so no text of a site moves the cursor or imitates another. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

export interface PageParts {
  /** The language of its text, as in `ja`. */
  readonly language: string
  /** Escaped already, as the body is. */
  readonly title: string
  readonly style: string
  readonly body: string
}

/** The whole page; its header asks search engines to leave it out. */
export function htmlPage({ language, title, style, body }: PageParts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}
