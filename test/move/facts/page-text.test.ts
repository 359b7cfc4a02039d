import { describe, expect, test } from 'vitest'
import { readPage } from '../../../lib/move/facts/page-facts.ts'

const read = (html: string, headers = {}) => readPage(html, headers)
const seen = (html: string) => {
  const { text } = read(html)
  return text && { visible: text.visible.replace(/\s+/g, ' ').trim(), content: text.content.trim() }
}

describe('the text of a page', () => {
  const rows = [
    { html: '<p>Lamps</p>', visible: 'Lamps', content: 'Lamps' },
    {
      html: '<nav>Home</nav><p>Lamps</p><footer>2026</footer>',
      visible: 'Home Lamps 2026',
      content: 'Lamps',
    },
    { html: '<main><header><h1>Lamps</h1></header></main>', visible: 'Lamps', content: 'Lamps' },
    { html: '<div role="navigation">Home</div>Lamps', visible: 'Home Lamps', content: 'Lamps' },
    {
      html: '<script>a</script><style>b</style><template>c</template><noscript>d</noscript>',
      visible: '',
      content: '',
    },
    {
      html: '<p hidden>a<b>b</b></p><p style="display: none">c</p>Lamps',
      visible: 'Lamps',
      content: 'Lamps',
    },
    { html: '<title>Lamps</title><svg><title>drawing</title></svg>', visible: '', content: '' },
  ]
  test.each(rows)('$html', ({ html, visible, content }) => expect(seen(html)).toEqual({ visible, content }))

  test('its title, description and heading', () => {
    const { text } = read(
      '<title> Lamps\n</title><meta name=Description content="All lamps"><h2>Desk</h2><h1>Lamps</h1><h2>Floor</h2><svg><title>x</title></svg>',
    )
    expect(text).toMatchObject({ title: 'Lamps', description: 'All lamps', headings: ['Desk', 'Lamps'] })
  })

  test('whether it shows pictures, and has scripts', () => {
    expect(read('<img src=a.png>').text).toMatchObject({ hasMedia: true, hasScripts: false })
    expect(read('<script src=a.js></script>').text).toMatchObject({ hasMedia: false, hasScripts: true })
    expect(read('<script type="application/json">{}</script>').text).toMatchObject({ hasScripts: false })
  })
})

describe('a redirect in a page', () => {
  const long = `<p>${'A lamp gives light. '.repeat(30)}</p>`
  const rows = [
    { html: '<script>location.href = "/new/"</script>', want: '/new/' },
    {
      html: '<script>window.location.replace("https://new.example/")</script>',
      want: 'https://new.example/',
    },
    { html: '<body onload="location=\'/new/\'">', want: '/new/' },
    { html: `${long}<script>var a = {}; top.location.assign('/new/')</script>`, want: '/new/' },
    { html: '<script>setTimeout(function () { location.href = "/new/" }, 0)</script>', want: '/new/' },
    { html: `${long}<script>function go() { location.href = "/new/" }</script>`, want: undefined },
    { html: `${long}<script>if (old) location.href = "/new/"</script>`, want: undefined },
    { html: `${long}<script>button.onclick = () => location.href = "/new/"</script>`, want: undefined },
    { html: '<script>location.href = "#top"</script>', want: undefined },
    { html: '<script>const same = location.href == "/new/"</script>', want: undefined },
    { html: '<script>my.location.href = "/new/"</script>', want: undefined },
    { html: '<script type="application/json">location.href = "/new/"</script>', want: undefined },
  ]
  test.each(rows)('$html', ({ html, want }) => expect(read(html).scriptRedirect).toBe(want))

  test('by a Refresh header', () => {
    expect(read('', { refresh: '0; url=/new/' }).refresh).toBe('/new/')
    expect(read('', { refresh: '60' }).refresh).toBeUndefined()
  })
})

describe('the files that a page loads over http', () => {
  const rows = [
    {
      html: '<img src="http://new.example/a.png"><a href="http://new.example/">a</a>',
      want: ['http://new.example/a.png'],
    },
    {
      html: '<style>body { background: url(http://new.example/b.png) }</style>',
      want: ['http://new.example/b.png'],
    },
    { html: '<iframe src="http://new.example/c"></iframe>', want: ['http://new.example/c'] },
    {
      html: '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests"><img src="http://a.example/">',
      want: [],
    },
  ]
  test.each(rows)('$html', ({ html, want }) => expect(read(html).insecure).toEqual(want))

  test('none if the policy makes browsers use https', () => {
    const headers = { 'content-security-policy': 'upgrade-insecure-requests' }
    expect(read('<img src="http://new.example/a.png">', headers).insecure).toEqual([])
  })
})
