import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributes, dataBlock, type Html, html, htmlPage, visible } from '../../../lib/core/http/html.ts'

const HIDDEN = '\u0000\u0007\u001b\u007f\u00ad\u200d\u202e\u2028\u2066\ufeff'

/** Calls the template with literal parts and values that its types may refuse. */
function build(literals: readonly string[], ...values: readonly unknown[]): string {
  const tag = html as (literals: TemplateStringsArray, ...values: unknown[]) => Html
  return String(tag(Object.assign([...literals], { raw: literals }), ...values))
}

test('visible() shows characters that would move the cursor, turn the text or cannot be seen', () => {
  expect(visible('a\u001b[2J\u202eb\n\u2028\ud800')).toBe('a<U+001B>[2J<U+202E>b<U+000A><U+2028><U+D800>')
})

describe('html writes', () => {
  const name = `<b a="1" c='2'>&\u202e`
  const escaped = '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;U+202E&gt;'
  test.each([
    ['text in an element', html`<p>${name}</p>`, `<p>${escaped}</p>`],
    ['text in an attribute', html`<p title="a ${name}">b</p>`, `<p title="a ${escaped}">b</p>`],
    ['numbers', html`<p class="${1}">${-2.5}</p>`, '<p class="1">-2.5</p>'],
    ['its own pieces', html`<p>${html`<b>${'<'}</b>`}</p>`, '<p><b>&lt;</b></p>'],
    ['lists', html`<p>${['<', [1, html`<br>`]]}</p>`, '<p>&lt;1<br></p>'],
    [
      'lines in a text area',
      html`<textarea>${'a\nb\u202e'}</textarea>`,
      '<textarea>a\nb&lt;U+202E&gt;</textarea>',
    ],
    ['a path', html`<a href="${'/console?a=1&b=2'}">a</a>`, '<a href="/console?a=1&amp;b=2">a</a>'],
    [
      'a literal path',
      html`<a href="/console?a=${'"'}&amp;b=1">a</a>`,
      '<a href="/console?a=&quot;&amp;b=1">a</a>',
    ],
    ['another site', html`<a href="${'https://a.example/b'}">a</a>`, '<a href="https://a.example/b">a</a>'],
    [
      'this machine',
      html`<a href="${'http://localhost:3000/b'}">a</a>`,
      '<a href="http://localhost:3000/b">a</a>',
    ],
    [
      'attributes',
      html`<input name="a"${attributes({ checked: true, required: false, 'aria-invalid': 'true', max: 3, id: undefined })}>`,
      '<input name="a" checked aria-invalid="true" max="3">',
    ],
  ])('%s', (_, made, want) => {
    expect(String(made)).toBe(want)
  })
})

const REFUSED: [what: string, literals: readonly string[], ...values: unknown[]][] = [
  ['undefined', ['<p>', '</p>'], undefined],
  ['null', ['<p>', '</p>'], null],
  ['a boolean', ['<p>', '</p>'], false],
  ['an object', ['<p>', '</p>'], {}],
  ['an object that claims to be a piece', ['<p>', '</p>'], { kind: 'content', toString: () => '<b>' }],
  ['no number', ['<p>', '</p>'], Number.NaN],
  ['a list with an object', ['<p>', '</p>'], [[new Date(0)]]],
  ['attributes in an element', ['<p>', '</p>'], attributes({ id: 'a' })],
  ['a piece in an attribute', ['<p title="', '">a</p>'], html`<b>a</b>`],
  ['a list in an attribute', ['<p title="', '">a</p>'], ['a']],
  ['a piece in a text area', ['<textarea>', '</textarea>'], html`<b>a</b>`],
  ['a piece in the title', ['<title>', '</title>'], html`<b>a</b>`],
  ['text between attributes', ['<p ', '>a</p>'], 'id="a"'],
  ['a piece between attributes', ['<p ', '>a</p>'], html`a`],
  ['an unquoted value', ['<p title=', '>a</p>'], 'a'],
  ['a value in single quotes', ["<p title='", "'>a</p>"], 'a'],
  ['a part of an attribute', ['<p ti', 'tle="a">b</p>'], attributes({})],
  ['an element', ['<', '>a</p>'], 'p'],
  ['a part of an element', ['<p', 're>a</pre>'], attributes({})],
  ['the end of an element', ['<p>a</', '>'], 'p'],
  ['an event handler', ['<p onclick="', '">a</p>'], 'a'],
  ['a literal event handler', ['<p onclick="a()">a</p>']],
  ['a style', ['<p style="', '">a</p>'], 'a'],
  ['a literal style', ['<p style="color: red">a</p>']],
  ['a style in capitals', ['<p STYLE="color: red">a</p>']],
  ['a script', ['<script>', '</script>'], 'a'],
  ['a style sheet', ['<style>', '</style>'], 'a'],
  ['a frame', ['<iframe src="/a"></iframe>']],
  ['the document of a frame', ['<p srcdoc="', '">a</p>'], 'a'],
  ['a comment', ['<!-- ', ' -->'], 'a'],
  ['a bare <', ['<p>a < b</p>']],
  ['a tag without end', ['<p title="', ''], 'a'],
  ['a tag in the title', ['<title>a<b>', '</b></title>'], 'a'],
  ['an unknown attribute', ['<p ping="', '">a</p>'], 'a'],
  ['content of meta', ['<meta http-equiv="refresh" content="', '">'], '0; url=//a.example'],
  ['two values as an address', ['<a href="', '', '">a</a>'], '/', '/a.example'],
  ['text behind an address', ['<a href="', 'b">a</a>'], '/'],
  ['a slash before an address', ['<a href="/', '">a</a>'], '/a.example'],
  ['a scheme before an address', ['<a href="java', '">a</a>'], 'script:a'],
  ['a literal script address', ['<a href="javascript:a()">a</a>']],
  ['a literal address elsewhere', ['<img src="https://a.example/b">']],
]

test.each(REFUSED.map(([what, literals, ...values]) => ({ what, literals, values })))(
  'html refuses $what',
  ({ literals, values }) => {
    expect(() => build(literals, ...values)).toThrow(TypeError)
  },
)

const BAD_ADDRESSES = [
  '',
  'a',
  '//a.example',
  '/\\a.example',
  '\\\\a.example',
  '/\t/a.example',
  '\n//a.example',
  ' //a.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,a',
  'blob:https://a.example/b',
  'vbscript:a',
  'mailto:a@a.example',
  'http://a.example/',
  'http://localhost.a.example/',
  'https://user@a.example/',
  'https:a',
  'file:///a',
]

describe.each(['href', 'src', 'action', 'formaction'])('the address in %s', attribute => {
  const at = (address: string) => build([`<p ${attribute}="`, '">a</p>'], address)
  test.each(BAD_ADDRESSES)('refuses %j', address => {
    expect(() => at(address)).toThrow(TypeError)
    expect(() => attributes({ [attribute]: address })).toThrow(TypeError)
  })

  test.each(['/', '/console', '/console?a=//b', '#a', '?a=1'])('takes %j', address => {
    expect(at(address)).toContain(`"${address}"`)
  })

  test('may lead elsewhere from a link alone', () => {
    const led = () => at('https://a.example/')
    if (attribute === 'href') expect(led()).toContain('https://a.example/')
    else expect(led).toThrow(TypeError)
  })
})

test.each(['onclick', 'style', 'srcdoc', 'a b', 'a="', 'content'])(
  'attributes() refuses the name %j',
  name => {
    expect(() => attributes({ [name]: 'a' })).toThrow(TypeError)
  },
)

/** Any text, with many of the characters that end a context. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...`<>"'&/=\`-!;:#`, ...HIDDEN, '</', '<script>', '&lt;', 'javascript:'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
})

test('no text leaves its place, and every text comes back visible', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const made = String(html`<p title="${one}" data-a="${one}">${other}<b>${[one, other]}</b></p>`)
      const [, ...parts] =
        /^<p title="([^"<>]*)" data-a="([^"<>]*)">([^<>]*)<b>([^<>]*)<\/b><\/p>$/.exec(made) ?? []
      expect(parts.map(plain)).toEqual([one, one, other, one + other].map(visible))
      expect(made).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('an address that is written is of this site, or https', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        fc.webUrl(),
        text.map(part => `/${part}`),
      ),
      address => {
        let made: string
        try {
          made = String(html`<a href="${address}">a</a>`)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          return
        }
        const { origin, protocol } = new URL(
          plain(made.slice(9, made.lastIndexOf('">'))),
          'https://kura.example/',
        )
        const isHere = /^[/?#]/.test(address)
        expect(isHere ? origin : protocol).toBe(isHere ? 'https://kura.example' : 'https:')
      },
    ),
  )
})

test('a data block gives back what it was given, and ends nowhere else', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.jsonValue()), value => {
      const block = String(dataBlock('a', value))
      const [, json = ''] = /^<script type="application\/json" id="a">([^<>&]*)<\/script>$/.exec(block) ?? []
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})

describe('htmlPage()', () => {
  const parts = { language: 'ja', title: '<a>', style: 'p { color: red }', body: html`<p>b</p>` }

  test('escapes the title and writes style and script as they are', () => {
    const page = htmlPage({ ...parts, script: 'a < b && c' })
    expect(page).toContain('<title>&lt;a&gt;</title>')
    expect(page).toContain('<style>p { color: red }</style>')
    expect(page).toContain('<script>a < b && c</script>')
  })

  test.each([{ style: 'a { } </style>' }, { script: 'a("</script>")' }, { script: '<!--' }])(
    'refuses %j',
    change => {
      expect(() => htmlPage({ ...parts, ...change })).toThrow(TypeError)
    },
  )
})

function plain(markup: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return markup.replace(/&([^;]+);/g, (_, name: string) => entities[name] ?? '')
}
