/** Decodes texts as browsers do (HTML Standard, 13.2.3). */

/** The number of bytes in which browsers search for the name of the character set. */
const HEAD = 1024

/**
 * Decodes by the named character set. Else guesses: ISO-2022-JP by its escapes, valid UTF-8, the set that gives kana,
 * UTF-8.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD))
  const named = [
    markOf(bytes),
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1],
    ...namedIn(head).map(name => (/^utf-16/i.test(name) ? 'utf-8' : name)),
  ]
  const label = named.find(isEncoding) ?? guessed(bytes)
  return new TextDecoder(label).decode(bytes)
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

/** The character sets that the file names, without names in text or comments, or of other files. */
function namedIn(head: string): string[] {
  const own = /^@charset "([^"]+)"|^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w-]+)/.exec(head)
  const tags = head.replace(/<!--[\s\S]*?(?:-->|$)/g, '').match(/<meta\s[^>]*/gi) ?? []
  const inTags = tags.map(tag => {
    const direct = /[\s"'/]charset\s*=\s*["']?\s*([\w-]+)/i.exec(
      tag.replace(/content\s*=\s*(?:"[^"]*"|'[^']*')/gi, ''),
    )
    const isType = /http-equiv\s*=\s*["']?\s*content-type/i.test(tag)
    return direct?.[1] ?? (isType ? /charset\s*=\s*["']?([\w-]+)/i.exec(tag)?.[1] : undefined)
  })
  return [...inTags, own?.[1] ?? own?.[2]].filter(name => name !== undefined)
}

function isEncoding(label: string | undefined): label is string {
  try {
    return label !== undefined && new TextDecoder(label) !== undefined
  } catch {
    return false
  }
}

function guessed(bytes: Uint8Array): string {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('\u001b$')) return 'iso-2022-jp'
  if (decodedStrictly(bytes, 'utf-8') !== undefined) return 'utf-8'
  const isJapanese = (label: string) => /[ぁ-ヿ]/.test(decodedStrictly(bytes, label) ?? '')
  return ['euc-jp', 'shift_jis'].find(isJapanese) ?? 'utf-8'
}

/** Returns undefined for bytes in another character set. The last character may be cut off. */
function decodedStrictly(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
