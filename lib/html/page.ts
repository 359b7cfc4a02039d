/** The frame of an HTML page, which loads no scripts, fonts or anything else. */

export interface PageParts {
  /** The language of its text, as in `ja`. */
  readonly language: string
  /** Escaped already, as is the body. */
  readonly title: string
  readonly style: string
  readonly body: string
}

/** The whole page; search engines are told to leave it out. */
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
