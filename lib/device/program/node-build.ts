/**
 * The pinned builds of Node, which change together. Their hashes come from Node's announcement, which is signed with a
 * key of the project.
 */
const VERSION = '24.21.0'

/** A build is at `<this>/v<version>/<name>`. */
export const NODE_DIST = 'https://nodejs.org/dist'

/** The systems with a build; on Linux only those with glibc. */
export type NodeSystem = 'windows' | 'macos-arm64' | 'macos-x64' | 'linux-x64' | 'linux-arm64'

/** A file of a release of Node: on Windows the program itself, else an archive whose folder has `bin/node`. */
export interface NodeBuild {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
}

export interface PinnedNode {
  readonly version: string
  readonly builds: Readonly<Record<NodeSystem, NodeBuild>>
}

const BUILDS: Readonly<Record<NodeSystem, NodeBuild>> = {
  windows: {
    name: 'win-x64/node.exe',
    sha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
    bytes: 93_580_104,
  },
  'macos-arm64': {
    name: `node-v${VERSION}-darwin-arm64.tar.gz`,
    sha256: 'bed7eea5325e1108f32ce5228ddd6a5f0f08a499ee42aa7442aea583702f6057',
    bytes: 52_909_993,
  },
  'macos-x64': {
    name: `node-v${VERSION}-darwin-x64.tar.gz`,
    sha256: '1462cb3b3046b815cf8ea436d3da450ec1a9f11dac7e5a46b0ada5305d7e8097',
    bytes: 54_203_979,
  },
  'linux-x64': {
    name: `node-v${VERSION}-linux-x64.tar.gz`,
    sha256: '6e1db87ef58b8819e5d5402eff1536491b18edd8eb7bee5ef7897876e88dc5ff',
    bytes: 58_088_022,
  },
  'linux-arm64': {
    name: `node-v${VERSION}-linux-arm64.tar.gz`,
    sha256: '724282c3b43aec998aa9527380465b45d229e021b58035f5f4f63095eabfe5d5',
    bytes: 57_824_078,
  },
}

export const PINNED_NODE: PinnedNode = { version: VERSION, builds: BUILDS }

const SYSTEMS: Readonly<Record<string, NodeSystem>> = {
  'win32 x64': 'windows',
  'darwin arm64': 'macos-arm64',
  'darwin x64': 'macos-x64',
  'linux x64': 'linux-x64',
  'linux arm64': 'linux-arm64',
}

export function buildFor(
  { platform, arch }: { platform: NodeJS.Platform; arch: string },
  { builds }: PinnedNode,
): NodeBuild | undefined {
  const system = SYSTEMS[`${platform} ${arch}`]
  return system && builds[system]
}
