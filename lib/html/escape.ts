/** Text from outside in an HTML page: nothing in it is markup, and nothing in it is invisible. */

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
