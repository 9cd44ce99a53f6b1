/// The words of the screens.
enum ChineseScreen {
  static let texts: KeyValuePairs<String, String> = [
    "Make this window larger: {} columns and {} rows.": "请放大窗口：至少 {1} 列 {2} 行。",
    "Resign? Press y to give the game up, any other key to go on.": "认输吗？按 y 认输，按其他键继续。",
    "The game is kept.": "对局会保存。",
    "The game is not kept.": "对局不会保存。",
    "Leave? {} Press y to leave, any other key to go on.": "离开吗？{1}按 y 离开，按其他键继续。",
    "{}, against {}": "{1}，对手{2}",
    "y yes  n no  other keys: the board": "y 同意  n 不同意  其他键：看棋盘",
    "Press any key to go back.": "按任意键返回。",
    "There is more below: press the down arrow, or any other key to go back.":
      "下面还有：按下方向键，或按其他键返回。",
    "Press Enter to leave: ": "按 Enter 离开：",
    "{}: {} points": "{1}：可到 {2} 处",
    "{} cannot go anywhere now.": "{1}现在无处可走。",
    "check": "将军",
    "{stone|stones} in hand": "手中 {1} 子",
    "has lost {}": "失去 {1}",
    "{} min {} s": "{1} 分 {2} 秒",
    "{} s": "{1} 秒",
    "Attempt {}. ": "第 {1} 次尝试。",
    "{}The seat is kept for {}.": "{1}座位还保留 {2}。",
    "link {} ms": "往返 {1} 毫秒",
    "Threats and forbidden points are marked by !. Press w again to hide them.":
      "威胁和禁手点以 ! 标出。再按 w 隐藏。",
    "Threats are not shown any more.": "不再显示威胁。",
    "Sounds are off. Press F8 to switch them on.": "声音已关闭。按 F8 打开。",
    "Sounds are on: the terminal's bell. Press F8 to switch them off.":
      "声音已打开：终端响铃。按 F8 关闭。",
    "Sounds are on. Press F8 to switch them off.": "声音已打开。按 F8 关闭。",
    "Music is on. Press F9 to switch it off.": "音乐已打开。按 F9 关闭。",
    "Music is off. Press F9 to switch it on.": "音乐已关闭。按 F9 打开。",
    "No music is set. You can choose a file in the settings.": "还没有设置音乐。可以在设置里选择文件。",
    """
    arrows     move the cursor; h j k l too
    Enter      pick a piece, or play where the cursor is; Space or a click too
    Escape     put a piece down, clear what is typed
    h8 or word type a move or one of the words below, then Enter
    ?  or F1   this list
    u          undo
    t          a tip: a good move, and why it is one
    w          show what the other side threatens, and forbidden points
    =          offer a draw
    p          pause, and end the pause
    r          resign; asks first
    q          leave; asks first
    F8, F9     sounds, and music, on or off
    Control-C  have the robot move now; twice: end the program
    Control-Z  stop the program; fg goes on
    """: """
    方向键     移动光标；h j k l 也可
    Enter      拿起棋子，或在光标处落子；空格或点击也可
    Escape     放下棋子，清除输入
    h8 或单词  输入着法或下面的单词，再按 Enter
    ?  或 F1   本列表
    u          悔棋
    t          提示：一步好棋及理由
    w          显示对方的威胁和禁手点
    =          求和
    p          暂停，结束暂停
    r          认输，会先询问
    q          离开，会先询问
    F8, F9     声音、音乐的开关
    Ctrl-C     让电脑立即走棋；按两次结束程序
    Ctrl-Z     挂起程序，fg 恢复
    """,
    "yes": "是",
    "no": "否",
    "help": "帮助",
    "tip": "提示",
    "undo": "悔棋",
    "pause": "暂停",
    "go on": "继续",
    "resign": "认输",
    "leave": "离开",
    "Play here": "在本机下棋",
    "against the machine": "与电脑对弈",
    "two at this keyboard": "两人共用本机键盘",
    "Play with another computer nearby": "与附近的另一台电脑下棋（蓝牙）",
    "open a table": "开桌（做主机）",
    "look for a table": "寻找棋桌（加入）",
    "Besides": "其他",
    "games that were played: replay, analysis": "下过的棋：复盘、分析",
    "settings": "设置",
    "quit": "退出",
    "Go on": "继续对局",
    "Tables nearby": "附近的棋桌",
    "free": "空闲",
    "taken": "有人",
    "free, for players it knows": "空闲，只限熟人",
    "waits for its player": "等候原玩家回来",
    "waits for a file": "等候接收文件",
    "waits for the other end of a pipe": "等候管道的另一端",
    "free, {place|places} to watch": "空闲，可观战 {1} 人",
    "playing, {place|places} to watch": "对局中，可观战 {1} 人",
    "playing": "对局中",
    "closed": "已关闭",
    "a name you know": "认识的名字",
    "met there before": "在那里见过的人",
    "another version of Tabletooth": "Tabletooth 版本不同",
    "a game that this version does not know": "本版本没有的棋",
    "house rules": "自定规则",
    "with a clock": "计时",
    "None so far. Tables can be heard every second or two.": "暂无。每隔一两秒可收听到棋桌。",
    "up, down: look through the list   q: leave": "上、下：浏览   q：离开",
    "a number or Enter: sit down there   q: leave": "数字或回车：入座   q：离开",
    "At the table {} they play a game that this version does not know.": "棋桌{1}上下的是本版本没有的棋。",
    "The table {} waits for its player.": "棋桌{1}在等候原玩家回来。",
    "{} waits for a file, and for no game.": "{1}在等候接收文件，不下棋。",
    "{} waits for the other end of a pipe, and for no game.": "{1}在等候管道的另一端，不下棋。",
    "The table {} is closed.": "棋桌{1}已关闭。",
    "The table {} is gone.": "棋桌{1}已不在。",
    "gone": "已不在",
    "A game is played at the table {}.": "棋桌{1}上正在对局。",
    "Looking for a table.\n": "正在寻找棋桌。\n",
    "Which table? Type its number, or q to leave: ": "哪张棋桌？请输入编号，输入 q 离开：",
    "Which game?": "下什么棋？",
    "How well is the machine to play?": "电脑下得多好？",
    "Press a number or letter, or arrows and Enter. ? is help, q quits.":
      "按数字或字母，或用方向键和 Enter。? 帮助，q 退出。",
    "? is help, q quits.": "? 帮助，q 退出。",
    "Gomoku": "五子棋",
    "Liuzhou chess": "六洲棋",
    "Xiangqi": "象棋",
    "level 1, which a child beats": "1 级，孩子也能赢",
    "level 5": "5 级",
    "level 10, as well as it can": "10 级，最强",
    "level {}": "{1} 级",
    """
    Gomoku: five stones in a row win.
    Xiangqi: Chinese chess; who cannot move, in check or not, loses.
    Liuzhou chess: squares and rows of stones capture.

    Against the machine you have the first move. In a game, ? shows the keys, t a good move, \
    u takes a move back, and q leaves; then this menu comes again.

    With another computer: on one open a table, on the other look for a table. Players who meet \
    for the first time compare six digits. No network is needed: it is Bluetooth.
    When that does not work, type in a shell: tabletooth doctor

    Everything here is a command too: tabletooth --help lists them.
    """: """
    五子棋：五子连成一线者胜。
    象棋：无子可走者负，不论是否被将军。
    六洲棋：成方、成线可吃子。

    与电脑对弈时你先走。对局中按 ? 看按键，t 提示好棋，u 悔棋，
    q 离开并回到本菜单。

    与另一台电脑下棋：一台开桌，另一台寻找棋桌。初次相遇的玩家要
    核对六位数字。不需要网络，用的是蓝牙。
    如果连不上，请在命令行输入：tabletooth doctor

    这里的一切也都是命令：tabletooth --help 会列出。
    """,
    "Games": "对局",
    "Enter replay  a analyse  g go on  d delete  q back": "Enter 复盘  a 分析  g 继续  d 删除  q 返回",
    "This game has ended. Press Enter to go through it and play on from there.":
      "这局棋已结束。按 Enter 复盘，并可从任一步续下。",
    "Forget game {}? Press y to delete it, any other key to keep it.": "删除第 {1} 局？按 y 删除，按其他键保留。",
    "Move {}": "第 {1} 步",
    "Worth {} after this move.": "这步之后的评分：{1}。",
    "Judged: {} of {} moves.": "已分析：{1}/{2} 步。",
    "Worst mistakes: {}. Press w to see each.": "最大的失误：{1}。按 w 逐一查看。",
    "No mistakes were found.": "没有发现失误。",
    "The moves are being judged; this takes a moment.": "正在分析着法，请稍候。",
    "Press v to have the moves judged first.": "请先按 v 分析着法。",
    """
    Play on from here: Enter for two at this keyboard, 1 to 9 or 0 for the machine at that \
    level (0 is 10), Escape not to. You have the side to move.
    """: "从这里续下：Enter 为两人共用本机，1 至 9 或 0 为该级别的电脑（0 即 10 级），Escape 取消。你走当前一方。",
    "arrows move  ? help  q back": "方向键 移动  ? 帮助  q 返回",
    "arrows forth and back  p play on  v values  ? help  q back": "方向键 前后  p 续下  v 评分  ? 帮助  q 返回",
    "arrows forth and back  p play on  w worst moves  ? help  q back":
      "方向键 前后  p 续下  w 失误  ? 帮助  q 返回",
    """
    right, Enter   one move forth; Space too
    left           one move back
    down, up       ten moves forth or back; Page Down and Page Up: twenty
    Home, End      the start and the end
    12             that number and Enter: the position after 12 moves
    h8 or try h8   a move that was not played; a click does it too. back takes it back, main
                   leaves what was tried
    p              play on from here, with somebody here or against the machine
    v              what each move was worth, + for the player who began, and better moves
    w              the next of the worst mistakes of both sides, once that is known
    moves, legal   all moves of the game, and what may be played here
    q or Escape    go back

    A ? behind a value is a move that gave something away.
    """: """
    右, Enter      前进一步；空格也可
    左             后退一步
    下, 上         前进或后退十步；Page Down、Page Up：二十步
    Home, End      开局和终局
    12             数字加 Enter：第 12 步之后的局面
    h8 或 try h8   没有下过的着法，点击也可。back 收回，main 放弃试走
    p              从这里续下，与身边的人或电脑
    v              每步的评分（+ 对先手有利）和更好的着法
    w              双方最大失误中的下一个（分析之后）
    moves, legal   全部着法；这里可走的着法
    q 或 Escape    返回

    评分后的 ? 表示这步有所失。
    """,
    "Listening for tables nearby.": "正在寻找附近的棋桌。",
    "Your table {} is open for a guest, for {}.": "你的棋桌{1}已开，等人来下{2}。",
    "Your table {} is open online for players you know, for {}.":
      "你的棋桌{1}已在线开给你认识的人，等人来下{2}。",
    "A table is open nearby: press its letter to play there.": "附近有棋桌：按它的字母去那里下棋。",
    "This controller cannot be found by others: tables are shown, and none is opened here.":
      "这个蓝牙控制器不能被别人发现：只显示棋桌，这里不开桌。",
  ]
}
