/** The texts of the start files. Each placeholder is named after a variable of the start file. */
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

export const WINDOWS_START = catalogue('windowsStart', {
  syncs: {
    en: 'kura brings the files of this folder up to date. This window closes by itself, and closing it harms nothing.',
    ja: 'kura がこのフォルダーのファイルを最新にしています。このウィンドウは自動で閉じます。途中で閉じても問題ありません。',
  },
  oneDrive: {
    en: 'This folder is in OneDrive, which uploads the secret of this PC and gives the folder to other PCs. kura can use this folder instead:',
    ja: 'このフォルダーは OneDrive の中にあるため、この端末の秘密情報がアップロードされ、ほかの端末とも共有されます。代わりに次のフォルダーを使えます。',
  },
  askMove: { en: 'Use it from now on? [Y/n]', ja: '今後はこちらを使いますか? [Y/n]' },
  staysHere: {
    en: 'Nothing was changed. Copy this folder to a place outside OneDrive, and open the start file there.',
    ja: '何も変更していません。OneDrive の外にこのフォルダーをコピーし、そこで開始ファイルを開いてください。',
  },
  taken: {
    en: 'It has other files already: copy this folder to another place outside OneDrive, and open the start file there.',
    ja: 'そこにはすでに別のファイルがあります。OneDrive の外の別の場所にこのフォルダーをコピーし、そこで開始ファイルを開いてください。',
  },
  notCopied: {
    en: 'The folder could not be copied whole: close the programs that use it, then open this file again.',
    ja: 'フォルダー全体をコピーできませんでした。使用中のプログラムを閉じてから、このファイルをもう一度開いてください。',
  },
  moved: {
    en: 'kura goes on in this folder, and the folder in OneDrive can be removed:',
    ja: '次のフォルダーで続けます。OneDrive の中のフォルダーは削除できます。',
  },
})
