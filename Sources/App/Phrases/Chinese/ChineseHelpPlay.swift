/// The help of the commands that play, and of the program.
enum ChineseHelpPlay {
  static let texts: KeyValuePairs<String, String> = [
    "Board games between two terminals over Bluetooth LE.": "两个终端之间通过低功耗蓝牙下棋。",
    """
    On one computer type «tabletooth host», on the other «tabletooth join».
    When that does not work, «tabletooth doctor» says why.
    With «--lang zh» any of them speaks Chinese, with «--lang en» English.
    With «--log FILE» any of them notes what it does there, with «--verbose» on standard error.
    """: """
    在一台电脑上输入 «tabletooth host»，在另一台上输入 «tabletooth join»。
    如果不行，«tabletooth doctor» 会说明原因。
    任何命令加 «--lang zh» 用中文，加 «--lang en» 用英文。
    任何命令加 «--log 文件» 会把经过记入文件，加 «--verbose» 则写到标准错误。
    """,
    "Show the version.": "显示版本。",
    "Show help information.": "显示帮助。",
    "Open a table and wait for a guest, or go on with a match at your table.":
      "开桌等客人来，或在你的棋桌上继续未完的对局。",
    "What is played: gomoku, liuzhou or xiangqi, also as wuziqi, niqi, 五子棋, 六洲棋 or 象棋.":
      "下什么棋：gomoku（五子棋）、liuzhou（六洲棋）或 xiangqi（象棋），也可写 wuziqi、niqi、五子棋、六洲棋、象棋。",
    "The rule of Gomoku: five or more win (freestyle), exactly five (standard), renju.":
      "五子棋的规则：五子或更多子为胜（freestyle）、恰好五子为胜（standard）、有禁手（renju）。",
    "How many columns and rows Gomoku has: 15, and in freestyle 19 or 20 too.":
      "五子棋的路数：15；freestyle 也可用 19 或 20。",
    "How Gomoku begins: with a free first stone, or by swap2.": "五子棋的开局：第一子自由落子（free），或 swap2。",
    "Whether a forbidden move is refused under renju, or played and lost.":
      "renju 的禁手点是不能下（refuse），还是可以下但判负（lose）。",
    "Whether a five on an edge line of Gomoku counts: on, or off as some play it.":
      "五子棋边线上的五连算不算：算（on），或按某些下法不算（off）。",
    """
    The rules of Liuzhou chess: fengyang, huainan or shandong; after that or alone \
    count=best|sum (of several formations at once), reuse=always|short-only (the same formation \
    again).
    """: """
    六洲棋的规则：fengyang（凤阳）、huainan（淮南）或 shandong（山东）；后面或单独可写 count=best|sum（同时形成几个阵形时只算最高的，或合并计算）、\
    reuse=always|short-only（同一阵形再次形成时总算，或只有短的算）。
    """,
    """
    How much time the players have: 10m+5s (so much more after each turn), 5m/30sx3 (then three \
    times 30 seconds for a turn), 1d (a day for each turn, by the calendar). No clock, if not \
    given.
    """: "双方的用时：10m+5s（每步之后加这么多）、5m/30sx3（之后三次读秒，每次 30 秒）、1d（每步一天，按日历计算）。默认不计时。",
    "The name of your table, at most 64 bytes. As the last time, if not given.":
      "你的棋桌的名字，最多 64 字节。默认与上次相同。",
    """
    Who moves first: me, guest, a coin that both sides toss and neither can load (random), or as \
    you say when the guest is there (ask). Ask, if not given; without a person here, random.
    """: "谁先走：我（me）、客人（guest）、双方一起抛谁也做不了假的硬币（random），或等客人来了由你决定（ask）。默认 ask；本机由电脑下时为 random。",
    "Begin a new match, even if one at your table is unfinished.": "另开一局，即使你的棋桌上还有没下完的。",
    "Ask you for each guest, also for one whom you know.": "每位客人来都先问你，认识的也问。",
    "Let only players in whom you know.": "只让你认识的玩家进来。",
    "How many may watch your game, 0 to 31. None, if not given.": "可有多少人观看你的对局，0 至 31。默认没有。",
    "Let those who watch talk: all at the table hear what they say, and they hear what you say.":
      "让观众说话：他们说的全桌都能听到，你说的他们也能听到。",
    """
    Let the program move for you: --robot, or --robot:LEVEL from 1 to 10; level 5, if not given. \
    With --robot engine:PROGRAM another program moves.
    """: "让电脑代你走：--robot，或 --robot:级别，级别 1 至 10，默认 5 级。用 --robot engine:程序 则由别的程序走。",
    "Xiangqi as characters (han) or letters (latin). Characters in a UTF-8 locale, if not given.":
      "象棋用汉字（han）还是字母（latin）。默认在 UTF-8 环境下用汉字。",
    "Play in lines of text, on a terminal too.": "用文字行下棋，即使在终端上。",
    "Let nothing move on the screen but what has to.": "屏幕上不要动画，只动非动不可的。",
    "Ring the terminal's bell at your turn, a capture, check, a guest and the end.":
      "轮到你、吃子、将军、来客和终局时终端响铃。",
    "The colours of the screen.": "屏幕的颜色。",
    """
    A player whom you do not know: compare digits and decide (ask), play with anybody (accept), \
    or with nobody new (refuse). Ask, if not given; the robot accepts.
    """: "遇到不认识的玩家：核对数字再决定（ask）、与任何人下（accept），或不与新人下（refuse）。默认 ask；电脑代走时为 accept。",
    "Do not tell the other side what you have seen; what has arrived it knows anyway.":
      "不告诉对方你已看到什么；是否送达，对方总会知道。",
    "Neither show nor tell who is typing, and where the cursor is.": "不显示也不告诉对方谁正在输入、光标在哪里。",
    "Take files that the other player sends into this folder, up to 100 MB each, without asking.":
      "把对方发来的文件收到这个文件夹，每个不超过 100 MB，不再询问。",
    "The longest time for a move of the robot, like 500ms or 5s; only level 10 takes it all.":
      "电脑走一步最多用多久，如 500ms 或 5s；只有 10 级会用满。",
    "How many threads search together, from 1 to 64.": "用多少个线程一起搜索，1 至 64。",
    """
    Let the robot of level 10 go on thinking while it waits for you; else nothing is searched \
    then.
    """: "让 10 级的电脑在等你时继续思考；否则那时不搜索。",
    """
    Let guests come over the network instead of Bluetooth: --listen alone for this computer and \
    one cable or one network without addresses of its own, or --listen ADDRESS[:PORT].
    """: "让客人通过网络而不是蓝牙来：只写 --listen 时限于本机，以及直连的网线或没有分配地址的网络；也可写 --listen 地址[:端口]。",
    """
    Meet the other player at an MQTT broker instead of nearby, such as \
    mqtts://broker.example.org; the one of the settings, if none is named.
    """: "不在附近，而在 MQTT 中转服务器与对方会面，如 mqtts://broker.example.org；不写则用设置中的那个。",
    "Over Bluetooth too, where another way is named.": "指定了别的途径时，也同时用蓝牙。",
    """
    The Bluetooth controller to use, such as hci1. That of the settings, or the first one that \
    will do, if not given.
    """: "使用的蓝牙控制器，如 hci1。不写则用设置中的那个，或第一个可用的。",
    """
    The address of the D-Bus bus that bluetoothd is on. What TABLETOOTH_BUS says, or the system \
    bus, if not given.
    """: "bluetoothd 所在的 D-Bus 总线的地址。默认用 TABLETOOTH_BUS 的值，或系统总线。",
    "Join the table of somebody nearby, or go on with a match there.": "加入附近的棋桌，或继续那里未完的对局。",
    """
    The name or the address of the table, or the code that its host shows. If not given: the \
    only one there is; at a terminal the one you choose of several.
    """: "棋桌的名字或地址，或桌主屏幕上的代码。不写则加入唯一的一张；有几张时在终端上选一张。",
    "Your name, as the host sees it. As the last time, if not given.": "你的名字，桌主会看到。默认与上次相同。",
    "Begin a new match, even if one at this table is unfinished.": "另开一局，即使在这张棋桌上还有没下完的。",
    "Watch the game at the table, and do not play.": "只观看这张棋桌的对局，不下棋。",
    "With --watch: the board as large as the screen has room for, to hang on a wall.":
      "与 --watch 同用：棋盘尽量占满屏幕，适合挂在墙上看。",
    "The way to the table instead of Bluetooth, such as tcp:192.168.1.5 or tcp:desk.local:4000.":
      "不用蓝牙，而用别的途径到棋桌，如 tcp:192.168.1.5 或 tcp:desk.local:4000。",
    "Ask a player whom you know for a game, and play when they say yes.": "向认识的玩家挑战，对方同意就开始下。",
    """
    The other one has to be within reach, or at the same broker, with «tabletooth» alone or \
    «tabletooth host». They see your name, the game and the text, and have 30 seconds to say yes \
    or no.
    """: "对方要在附近或同一中转服务器上，并运行着 «tabletooth» 或 «tabletooth host»。对方会看到你的名字、下什么棋和你的话，有 30 秒决定是否同意。",
    "The name or the first digits of the player.": "对方的名字，或指纹的前几位。",
    "What to say to it, at most 140 characters.": "想对对方说的话，最多 140 个字符。",
    "Your name, as the other player sees it. As the last time, if not given.":
      "你的名字，对方会看到。默认与上次相同。",
    "List the tables nearby, or those of players you know at a broker.":
      "列出附近的棋桌，或中转服务器上你认识的人的棋桌。",
    "Print one JSON object a line, and nothing else.": "每行只输出一个 JSON 对象，不输出别的。",
    "Go on listening, and tell of tables that appear, change and vanish.": "一直收听，棋桌出现、变化、消失时都告知。",
    "With --watch, print lines of text on a terminal too.": "与 --watch 同用：在终端上也按行输出文字。",
    """
    How many seconds to listen. Hosts can be heard every 1.28 seconds or less often. 10, if not \
    given; with --watch, until it is stopped.
    """: "收听多少秒。主机每 1.28 秒或更久才能听到一次。默认 10；与 --watch 同用时，直到停止为止。",
    "Play with somebody at this terminal, or against the robot.": "两人在本终端下棋，或与电脑下。",
    """
    «tabletooth play --against robot» is a game for one; type hint, undo or level 7 as you like. \
    Control-C has the robot move at once.
    """: "«tabletooth play --against robot» 可一个人下；随时可输入 hint、undo 或 level 7。按 Ctrl-C 让电脑立即走棋。",
    """
    Play against the robot, at a level from 1 to 10; level 5, if not given. Or against another \
    program: engine:PROGRAM[,uci|ucci|gomocup].
    """: "与电脑下，级别 1 至 10，默认 5 级。也可与别的程序下：engine:程序[,uci|ucci|gomocup]。",
    "Whether you move first or second against the robot. First, if not given.":
      "与电脑下时你先走还是后走。默认先走。",
    "Keep nothing of the game.": "不保存这局棋。",
    "Open a table at a broker to those nearby, or a table nearby to those far away.":
      "把中转服务器上的棋桌向附近的人开放，或把附近的棋桌向远处的人开放。",
    """
    The bridge hands packets on, which are sealed between the players. It needs Bluetooth and a \
    broker, runs until it is stopped, and prints what it carries.
    """: "转接只传递两位棋手之间加密的数据包。需要蓝牙和中转服务器，一直运行到被停止，并显示传递了多少。",
    """
    The code that the host of a table at a broker shows, to open that table to those nearby; or \
    the name or the address of a table nearby, to open that one at the broker.
    """: "中转服务器上棋桌的代码，把那张棋桌向附近的人开放；或附近棋桌的名字或地址，把它在中转服务器上开放。",
    "What the table of a broker is called nearby. As its host calls it, if not given.":
      "中转服务器上的棋桌在附近叫什么名字。默认与主人所取的相同。",
    "The broker where a table nearby is opened; that of the settings, if not given.":
      "在哪个中转服务器上开放附近的棋桌；默认用设置里的。",
    """
    At a broker: let nobody find your table without its code, players included whom you know.
    """: "在中转服务器上：没有代码谁也找不到你的棋桌，你认识的人也一样。",
  ]
}
