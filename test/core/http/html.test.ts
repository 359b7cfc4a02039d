import { expect, test } from 'vitest'
import { escapeHtml, visible } from '../../../lib/core/http/html.ts'

test('visible() shows characters that would move the cursor or turn the text', () => {
  expect(visible('a\u001b[2J\u202eb\n')).toBe('a<U+001B>[2J<U+202E>b<U+000A>')
})

test('escapeHtml() leaves no markup, in an element or in a quoted attribute', () => {
  expect(escapeHtml(`<b a="1" c='2'>&\u202e`)).toBe(
    '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;U+202E&gt;',
  )
})
