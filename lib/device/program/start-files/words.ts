/** The texts of the start files. The name of a placeholder is the name of a variable of the start file. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const START = catalogue('start', {
  usage: {
    en: 'Give one of the words install (the default), sync, status and uninstall.',
    ja: 'install（省略時）、sync、status、uninstall のいずれか1語を指定してください。',
  },
  incomplete: {
    en: 'kura-device.mjs is missing: copy the whole folder, and extract it first if it is compressed.',
    ja: 'kura-device.mjs がありません。フォルダー全体をコピーしてください。圧縮されている場合は先に展開してください。',
  },
  pause: { en: 'Press Enter to close.', ja: 'Enter キーを押すと閉じます。' },
  fetches: {
    en: 'kura needs Node {version}: {megabytes} MB from {mirror}, for this folder alone.',
    ja: 'Node {version}が必要です。{mirror}から{megabytes} MB を取得し、このフォルダーだけで使います。',
  },
  ask: { en: 'Fetch it now? [Y/n]', ja: '今すぐ取得しますか? [Y/n]' },
  declined: {
    en: 'Nothing was fetched. Open this file again, or ask the operator for a folder that has Node.',
    ja: '何も取得していません。このファイルをもう一度開くか、Node の入ったフォルダーを担当者に依頼してください。',
  },
  noNode: {
    en: 'Node is not in this folder yet: open this file first, without a word after its name.',
    ja: 'このフォルダーにはまだ Node がありません。先に、このファイルを語を付けずに開いてください。',
  },
  noTool: {
    en: '{tool} is missing: install it, then open this file again, or ask the operator for a folder that has Node.',
    ja: '{tool}がありません。インストールしてからもう一度開くか、Node の入ったフォルダーを担当者に依頼してください。',
  },
  noRoom: {
    en: 'Node could not be written to {part}: make room on the disk, then open this file again.',
    ja: 'Node を {part}に書き込めません。ディスクの空きを増やしてから、このファイルをもう一度開いてください。',
  },
  unreachable: {
    en: '{mirror} cannot be reached: check the network and the proxy, then open this file again.',
    ja: '{mirror}に接続できません。ネットワークとプロキシを確認してから、このファイルをもう一度開いてください。',
  },
  cutOff: {
    en: 'The connection to {mirror} ended too early: open this file again.',
    ja: '{mirror}との接続が途中で切れました。このファイルをもう一度開いてください。',
  },
  refused: {
    en: '{mirror} does not give {name}: check KURA_NODE_MIRROR, or ask the operator for a folder that has Node.',
    ja: '{mirror}から {name}を取得できません。KURA_NODE_MIRROR を確認するか、Node の入ったフォルダーを担当者に依頼してください。',
  },
  certificate: {
    en: 'The certificate of {mirror} is not accepted: ask the operator for a folder that has Node.',
    ja: '{mirror}の証明書を確認できません。Node の入ったフォルダーを担当者に依頼してください。',
  },
  wrong: {
    en: '{mirror} sent another file than Node {version}. It was removed and did not run: try another network, or ask the operator for a folder that has Node.',
    ja: '{mirror}から届いたのは Node {version}ではありません。実行せずに削除しました。別のネットワークで試すか、Node の入ったフォルダーを担当者に依頼してください。',
  },
  doesNotRun: {
    en: 'Node {version} does not run on this machine: install Node 20 or newer, and set KURA_NODE to its path.',
    ja: 'Node {version}はこの端末で動きません。Node 20 以降をインストールし、KURA_NODE にそのパスを設定してください。',
  },
  notYet: {
    en: 'Node {version} is fetched at a later start; until then kura runs with Node {own}.',
    ja: 'Node {version}は後で取得します。それまでは Node {own}を使います。',
  },
  unsupported: {
    en: 'There is no Node for this machine ({kernel} {machine}): set KURA_NODE to the path of a Node 20 or newer.',
    ja: 'この端末（{kernel} {machine}）用の Node はありません。KURA_NODE に Node 20 以降のパスを設定してください。',
  },
  noGlibc: {
    en: 'The official Node needs a 64-bit Linux with glibc 2.28 or newer: set KURA_NODE to the path of a Node 20 or newer.',
    ja: '公式の Node には glibc 2.28 以降の64ビットの Linux が必要です。KURA_NODE に Node 20 以降のパスを設定してください。',
  },
  oldMacos: {
    en: 'The official Node needs macOS 13.5 or newer, and this is {system}: update macOS, or set KURA_NODE to the path of a Node 20 or newer.',
    ja: '公式の Node には macOS 13.5 以降が必要ですが、この端末は {system}です。macOS を更新するか、KURA_NODE に Node 20 以降のパスを設定してください。',
  },
  usesPrevious: {
    en: 'kura-device.mjs does not start here: the previous program runs in its place.',
    ja: 'kura-device.mjs が起動しないため、以前のプログラムを実行します。',
  },
  noProgram: {
    en: 'kura-device.mjs does not start here: tell the operator, and keep this folder.',
    ja: 'kura-device.mjs が起動しません。担当者に連絡し、このフォルダーはそのまま残してください。',
  },
  noStart: {
    en: '{node} does not start: correct KURA_NODE, or remove the folder .kura/node; then open this file again.',
    ja: '{node}が起動しません。KURA_NODE を直すか、フォルダー .kura/node を削除してから、このファイルをもう一度開いてください。',
  },
})
