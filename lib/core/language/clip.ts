const ELLIPSIS = '…'

/** Returns at most `cap` UTF-16 units, with an ellipsis. No character is cut through, not even an emoji. */
export function clip(text: string, cap: number): string {
  if (text.length <= cap) return text
  // created only for a long text, because creating a segmenter takes ten milliseconds
  const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })
  let kept = ''
  for (const { segment } of segmenter.segment(text)) {
    if (kept.length + segment.length > cap - ELLIPSIS.length) break
    kept += segment
  }
  return `${kept.trimEnd()}${ELLIPSIS}`
}
