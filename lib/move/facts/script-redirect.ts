const LOCATION = String.raw`(?:(?:window|document|self|top|parent|globalThis)\s*\.\s*)*location(?:\s*\.\s*href)?`
const ASSIGNED = new RegExp(
  String.raw`(?<![\w$.])${LOCATION}\s*(?:=(?!=)\s*|\.\s*(?:replace|assign)\s*\(\s*)(["'\x60])([^"'\x60\n]{1,2000})\1`,
  'g',
)
const LONGEST = 500
/** Matches code that runs only after an act of the reader. */
const HANDLER =
  /\bon(?:click|submit|change|input|key|mouse|touch|pointer)|addEventListener\s*\(\s*["'](?!load|DOMContentLoaded)/i

/**
 * Finds a redirect that is in no function and under no condition. On an empty page, finds any redirect before code that
 * waits for an act of the reader.
 */
export function scriptRedirect(code: string, { isEmpty }: { isEmpty: boolean }): string | undefined {
  for (const { index, 2: target = '' } of code.slice(0, 200_000).matchAll(ASSIGNED)) {
    if (target.startsWith('#') || /^(?:javascript|mailto|tel):/i.test(target)) continue
    const before = code.slice(0, index)
    if (isEmpty ? !HANDLER.test(before) : isUnconditional(before)) return target.slice(0, LONGEST)
  }
  return undefined
}

function isUnconditional(before: string): boolean {
  const plain = before.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|"[^"\n]*"|'[^'\n]*'|`[^`]*`/g, '""')
  const opened = plain.split('{').length - plain.split('}').length
  return opened <= 0 && !/(?:\)|=>|\?|:|&&|\|\||\belse|=)\s*$/.test(plain)
}
