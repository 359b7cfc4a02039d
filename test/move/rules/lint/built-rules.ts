/**
 * Rules in Japanese as the host's builder (vercel 60.1.3) writes them into `.vercel/output/config.json`. The tests
 * compare kura's own reading with these rows, `npm run check:host` the builder itself.
 */
export interface BuiltRule {
  readonly source: string
  readonly destination: string
  /** The expression over the path, as a browser sends it, and the Location. */
  readonly src: string
  readonly location: string
  /** If the host matches the source with no path: the text that the lint says to paste. */
  readonly paste?: string
}

const NEW = 'https://new.example'

export const BUILT_RULES: readonly BuiltRule[] = [
  {
    source: '/日/:a',
    destination: `${NEW}/東/:a?q=東`,
    src: '^/日(?:/([^/]+?))$',
    location: `${NEW}/東/$1?q=%E6%9D%B1`,
    paste: '/%E6%97%A5/:a',
  },
  {
    source: '/%e6%97%a5/:a',
    destination: `${NEW}/%e6%9d%b1/:a`,
    src: '^/%e6%97%a5(?:/([^/]+?))$',
    location: `${NEW}/%e6%9d%b1/$1`,
  },
  {
    source: '/%E6%97%A5/:a',
    destination: `${NEW}/%E6%9D%B1/:a`,
    src: '^/%E6%97%A5(?:/([^/]+?))$',
    location: `${NEW}/%E6%9D%B1/$1`,
  },
  {
    source: '/:a(日|月)',
    destination: `${NEW}/東#東`,
    src: '^(?:/(日|月))$',
    location: `${NEW}/東#東`,
    paste: '/:a(%E6%97%A5|%E6%9C%88)',
  },
  {
    source: '/:a([日月]+)',
    destination: '/東',
    src: '^(?:/([日月]+))$',
    location: '/東',
    paste: '/:a((?:%E6%97%A5|%E6%9C%88)+)',
  },
  {
    source: '/a',
    destination: 'https://日本.example/東 京',
    src: '^/a$',
    location: 'https://日本.example/東 京',
  },
]
