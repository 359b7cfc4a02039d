import { describe, expect, test } from 'vitest'
import { linksOfScript, linksOfStyle, linksOfTag } from '../../../lib/move/facts/page-links.ts'

describe('linksOfTag()', () => {
  const rows = [
    { name: 'a', attributes: { href: ' /a?b#c ' }, want: [['/a?b', 'page']] },
    { name: 'a', attributes: { href: '#top' }, want: [] },
    { name: 'a', attributes: { href: 'mailto:a@b.example' }, want: [] },
    { name: 'a', attributes: { href: 'JavaScript:void(0)' }, want: [] },
    { name: 'a', attributes: { href: 'HTTPS://new.example/' }, want: [['HTTPS://new.example/', 'page']] },
    { name: 'link', attributes: { rel: 'stylesheet', href: 'a.css' }, want: [['a.css', 'style']] },
    { name: 'link', attributes: { rel: 'preload', as: 'script', href: 'a.js' }, want: [['a.js', 'script']] },
    {
      name: 'link',
      attributes: { rel: 'preload', as: 'font', href: 'a.woff2' },
      want: [['a.woff2', 'file']],
    },
    { name: 'link', attributes: { rel: 'shortcut icon', href: '/i.ico' }, want: [['/i.ico', 'file']] },
    {
      name: 'link',
      attributes: { rel: 'alternate', type: 'application/rss+xml', href: '/f' },
      want: [['/f', 'page']],
    },
    { name: 'link', attributes: { rel: 'alternate', hreflang: 'ja', href: '/ja' }, want: [] },
    { name: 'link', attributes: { rel: 'canonical', href: '/a' }, want: [] },
    { name: 'link', attributes: { rel: 'preconnect', href: 'https://x.example' }, want: [] },
    { name: 'script', attributes: { src: 'a.js' }, want: [['a.js', 'script']] },
    { name: 'script', attributes: {}, want: [] },
    {
      name: 'img',
      attributes: { src: 'a.png', srcset: 'b.png 2x, c.png 3x' },
      want: [
        ['a.png', 'file'],
        ['b.png', 'file'],
        ['c.png', 'file'],
      ],
    },
    { name: 'img', attributes: { src: 'data:image/png;base64,AA==' }, want: [] },
    {
      name: 'source',
      attributes: { srcset: 'data:image/png;base64,AA== 2x, b.png' },
      want: [['b.png', 'file']],
    },
    {
      name: 'img',
      attributes: { srcset: '/w_1,h_2/a.png 1x,\n /w_2,h_4/a.png 2x', 'data-src': '/later.png' },
      want: [
        ['/w_1,h_2/a.png', 'file'],
        ['/w_2,h_4/a.png', 'file'],
        ['/later.png', 'file'],
      ],
    },
    {
      name: 'img',
      attributes: { srcset: 'a.png, b.png 2x,c.png 3x' },
      want: [
        ['a.png', 'file'],
        ['b.png', 'file'],
        ['c.png', 'file'],
      ],
    },
    { name: 'frame', attributes: { src: 'menu.html' }, want: [['menu.html', 'page']] },
    { name: 'td', attributes: { background: 'td.gif' }, want: [['td.gif', 'file']] },
    { name: 'input', attributes: { type: 'IMAGE', src: '/go.png' }, want: [['/go.png', 'file']] },
    {
      name: 'link',
      attributes: { rel: 'alternate stylesheet', href: 'dark.css' },
      want: [['dark.css', 'style']],
    },
    { name: 'link', attributes: { rel: 'amphtml', href: '/a/amp' }, want: [['/a/amp', 'page']] },
    {
      name: 'meta',
      attributes: { property: 'og:image', content: '/card.png' },
      want: [['/card.png', 'file']],
    },
    { name: 'meta', attributes: { property: 'og:title', content: '/card.png' }, want: [] },
    { name: 'input', attributes: { type: 'image', src: '/go.png' }, want: [['/go.png', 'file']] },
    { name: 'input', attributes: { type: 'text', src: '/go.png' }, want: [] },
    { name: 'use', attributes: { 'xlink:href': '/icons.svg#home' }, want: [['/icons.svg', 'file']] },
    {
      name: 'link',
      attributes: { rel: 'preload', as: 'fetch', href: '/a.json' },
      want: [['/a.json', 'data']],
    },
    {
      name: 'video',
      attributes: { src: 'a.mp4', poster: 'a.jpg' },
      want: [
        ['a.mp4', 'file'],
        ['a.jpg', 'file'],
      ],
    },
    { name: 'iframe', attributes: { src: '/frame' }, want: [['/frame', 'page']] },
    { name: 'object', attributes: { data: '/a.pdf' }, want: [['/a.pdf', 'file']] },
    { name: 'p', attributes: { href: '/a' }, want: [] },
  ]
  test.each(rows)('$name $attributes', ({ name, attributes, want }) => {
    expect(linksOfTag(name, attributes)).toEqual(want)
  })
})

test('linksOfStyle() finds files and other styles', () => {
  const style = `@import "a.css"; @import url('b.css') print; @import url(c.css);
    a { background: url( "d.png" ); mask: url(e.svg#f); src: url(data:font/woff2;base64,AA) url('g h.woff') }
    /* b { background: url(old.png) } */ p { background: url(p\\(1\\).png) }`
  expect(linksOfStyle(style)).toEqual([
    ['a.css', 'style'],
    ['b.css', 'style'],
    ['c.css', 'style'],
    ['d.png', 'file'],
    ['e.svg', 'file'],
    ['g h.woff', 'file'],
    ['p(1).png', 'file'],
  ])
})

describe('linksOfScript()', () => {
  const rows = [
    { code: "fetch('/data/news.json').then(show)", want: ['/data/news.json'] },
    { code: 'const list = "\\/api\\/list.json?v=2"', want: ['/api/list.json?v=2'] },
    { code: 'axios.get("https://new.example/api/news")', want: ['https://new.example/api/news'] },
    { code: 'request.open("GET", "/api/news#now")', want: ['/api/news'] },
    { code: 'fetch("/contact", { method: "POST" })', want: [] },
    { code: `fetch('/api/$'.concat(name))`, want: [] },
    { code: "fetch('news.json')", want: [] },
    { code: 'request.open("POST", "/api/news")', want: [] },
  ]
  test.each(rows)('$code', ({ code, want }) => {
    expect(linksOfScript(code)).toEqual(want.map(href => [href, 'data']))
  })
})
