import { catalogue } from '../../../core/language/catalogue.ts'

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
