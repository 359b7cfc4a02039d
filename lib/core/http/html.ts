/**
 * Makes HTML pages: a frame that loads no scripts, fonts or other resources, and functions that escape text from
 * outside, so that the text cannot contain markup or hidden characters.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns `text` escaped for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

/**
 * Makes control and direction characters visible, so that a text from a web site cannot move the cursor or look like
 * another text.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, character => {
    const code = character.codePointAt(0) ?? 0
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

export interface PageParts {
  /** The code of the page's language: `ja`. */
  readonly language: string
  /** The title of the page. Title and body are escaped already. */
  readonly title: string
  readonly style: string
  readonly body: string
}

/** Returns the whole page; its header asks search engines to leave it out. */
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
