/// The words of the settings.
enum ChineseSettings {
  static let texts: KeyValuePairs<String, String> = [
    "Settings": "设置",
    "the first one": "第一个",
    "none": "无",
    "arrows choose and change  Enter type a text  Delete the default  q back":
      "方向键 选择、更改  Enter 输入文字  Delete 恢复默认  q 返回",
    "Enter keeps the text, Escape does not.": "Enter 保存，Esc 放弃。",
    "your name": "你的名字",
    "game": "棋种",
    "level of the robot": "电脑级别",
    "pieces of Xiangqi": "象棋棋子",
    "colours": "颜色",
    "language": "语言",
    "Bluetooth adapter": "蓝牙适配器",
    "broker": "中转服务器",
    "play online": "在线对局",
    "Only where it is asked for, or always, besides Bluetooth. Default: asked.":
      "只在要求时（asked），或总是与蓝牙并用（always）。默认：asked。",
    "Where to meet online, such as mqtts://broker.example.org. Default: nowhere.":
      "在线会面的地方，例如 mqtts://broker.example.org。默认：无。",
    "sound": "声音",
    "volume of sounds": "音量",
    "file of music": "音乐文件",
    "play the music": "播放音乐",
    "volume of the music": "音乐音量",
    "notify the desktop": "桌面通知",
    "nothing moves": "不要动画",
    "What others see you called, at most 64 bytes. Default: the name you had last time.":
      "别人看到的名字，最多 64 字节。默认：上次用的名字。",
    "What is played where nothing else is said. Default: gomoku.": "没有指明时下什么棋。默认：gomoku（五子棋）。",
    "How well the robot plays, from 1 to 10. Default: 5.": "电脑的棋力，1 至 10。默认：5。",
    "Xiangqi as characters (han) or letters (latin). Default: what the terminal can show.":
      "象棋用汉字（han）还是字母（latin）。默认：看终端能显示什么。",
    "The colours of the screen. Default: wood.": "屏幕的颜色。默认：wood。",
    "The language of the program. Default: that of the locale.": "程序的语言。默认：按系统语言。",
    "The Bluetooth controller, such as hci1. Default: the first one.": "蓝牙控制器，如 hci1。默认：第一个。",
    """
    The terminal's bell, or tones by the desktop's player, at your turn, a capture, check, a \
    guest and the end. Default: off.
    """: "终端响铃（bell），或由桌面播放的提示音（tones）：轮到你、吃子、将军、来客、终局时。默认：off。",
    "How loud the tones are, from 0 to 100. Default: 50.": "提示音的音量，0 至 100。默认：50。",
    "A sound file that is played again and again during a game, if you like.": "对局时循环播放的音乐文件，可不设。",
    "Whether that file is played. Default: false. In a game, F9 switches it.":
      "是否播放该文件。默认：false。对局中按 F9 切换。",
    "How loud the music is, from 0 to 100. Default: 30.": "音乐的音量，0 至 100。默认：30。",
    "Tell the desktop what happens while another window is in front. Default: false.":
      "其他窗口在前时，是否用桌面通知告知。默认：false。",
    "Whether the short mark of a move that arrives is left out. Default: false.":
      "是否省去对方着法的短暂标示。默认：false。",
    "a number from {} to {}": "{1} 至 {2} 的数字",
    "true or false": "true 或 false",
    "a broker like \"mqtts://broker.example.org\"":
      "中转服务器，例如 \"mqtts://broker.example.org\"",
    "a text in quotes of 1 to {} bytes that can be shown": "引号内 1 至 {1} 字节的可显示文字",
    "{} or {}": "{1} 或 {2}",
    "{}, which is no setting": "{1}，没有这项设置",
    "the table {}": "表 {1}",
    "one of {}": "以下之一：{1}",
    "another value of {}": "{1} 的其他值",
    "lines like theme = \"wood\"": "形如 theme = \"wood\" 的行",
    "{} could not be written: {}.": "无法写入 {1}：{2}。",
    "Kept in {}.": "已保存到 {1}。",
    "Expected {}.": "应为{1}。",
    "Expected 1 to {} bytes that can be shown.": "应为 1 至 {1} 字节的可显示文字。",
  ]
}
