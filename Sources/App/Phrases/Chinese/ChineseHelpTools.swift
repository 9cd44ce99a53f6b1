/// The help of the commands for engines, measurements and mistakes.
enum ChineseHelpTools {
  static let texts: KeyValuePairs<String, String> = [
    "Say why Bluetooth does not work here, and what to type.": "说明蓝牙为什么不能用，以及该输入什么。",
    """
    To measure the link between two computers, type «tabletooth doctor --answer» on one, and on \
    the other «tabletooth doctor --with NAME», with the name that the first one shows.
    """: """
    要测量两台电脑之间的连接，请在一台上输入 «tabletooth doctor --answer»，在另一台上输入 «tabletooth doctor --with 名字»，名字是第一\
    台显示的那个。
    """,
    "Measure the link to the computer of this name.": "测量与叫这个名字的电脑之间的连接。",
    "Let another computer measure the link to this one.": "让另一台电脑测量与本机的连接。",
    """
    Write a new file for whoever is to find a mistake: versions, findings, settings, and what \
    the program has noted in the last matches. Names and addresses are in it, and nothing secret.
    """: "为查错的人写一个新文件：版本、检查结果、设置，以及程序在最近几局中的记录。其中有名字和地址，没有秘密。",
    "Say what the rules say about each position on standard input, as JSON.":
      "说明规则如何看待标准输入中的每个局面，以 JSON 输出。",
    """
    A line is «startpos [moves M1 M2 …]» or «fen TEXT [moves M1 M2 …]». Each is answered at once \
    by one line with one JSON object; a line that cannot be used is answered by {"error": …}.
    """: """
    每行为 «startpos [moves M1 M2 …]» 或 «fen TEXT [moves M1 M2 …]»。每行立即得到一行回答，即一个 JSON 对象；无法使用的行得到 \
    {"error": …}。
    """,
    "Which game.": "哪种棋。",
    "How many columns and rows «startpos» has in freestyle: 15, 19 or 20.":
      "freestyle 中 «startpos» 的路数：15、19 或 20。",
    "Count the sequences of moves from a position.": "数出从一个局面起的着法序列有多少。",
    """
    The last line is the count. It looks at the board alone: repetition, and in Xiangqi every \
    draw, does not end a sequence. In Liuzhou chess each stone placed, stepped or taken is a \
    move.
    """: "最后一行是总数。只看棋盘：重复局面不终止序列，象棋的各种和棋也不终止。六洲棋中每下、每走、每取一子都算一步。",
    "«startpos» or the text of a position, and «moves M1 M2 …» if you like.":
      "«startpos» 或局面的文字，后面可加 «moves M1 M2 …»。",
    "How many moves long, from 0 to 32.": "序列有多少步，0 至 32。",
    "Print the count after each first move before, as «h2e2: 1920».":
      "先输出每个第一步之后的数目，如 «h2e2: 1920»。",
    "Give the terminals of this computer virtual Bluetooth, without a radio.":
      "为本机的终端提供虚拟蓝牙，不需要无线电。",
    """
    It prints a line for each controller, to paste into other terminals, and runs until it is \
    stopped. Each line has a player's name and a folder for that player's games; the folders go \
    when it ends. With the address of its bus in the environment variable TABLETOOTH_BUS the option \
    --bus can be left out.
    """: """
    为每个控制器输出一行，可粘贴到别的终端，并一直运行到停止为止。每行有一个玩家名字和保存其对局的文件夹；停止时这些文件夹会删除。\
    把其总线的地址放在环境变量 TABLETOOTH_BUS 中，就可省去选项 --bus。
    """,
    "How many virtual controllers there are: hci0, hci1 and so on.": "有多少个虚拟控制器：hci0、hci1 等。",
    "The ATT MTU of every link, 23 to 517.": "每条连接的 ATT MTU，23 至 517。",
    "How far packets may overtake each other, in places. BlueZ 5.66 reaches 79.":
      "数据包最多可越过前面多少个。BlueZ 5.66 可达 79。",
    "How many packets of a thousand get lost.": "一千个数据包中丢失多少个。",
    "Which BlueZ it is like; 5.87 crashes when a filter names services.":
      "像哪个版本的 BlueZ；5.87 在过滤器指定服务时会崩溃。",
    "The number of a controller that can only join tables, such as 1 for hci1.":
      "只能加入棋桌的控制器的编号，如 1 表示 hci1。",
    "Measure; see «make bench-radio», «make bench-search» and «make bench-games».":
      "测量；见 «make bench-radio»、«make bench-search» 和 «make bench-games»。",
    "Send packets to and fro between two controllers.": "在两个控制器之间来回发送数据包。",
    "Be the host, and send every packet back, until stopped.": "作为主机，把每个数据包发回去，直到停止。",
    "How many round trips to measure.": "测量多少次往返。",
    "The size of a packet in bytes.": "数据包的大小，以字节计。",
    "Search fixed positions to fixed depths, and print the number of nodes.":
      "把固定的局面搜索到固定的深度，输出节点数。",
    "The last line but one is the signature, the last one the speed.": "倒数第二行是签名，最后一行是速度。",
    "One game only.": "只测一种棋。",
    "How many plies deeper than usual.": "比平常多搜几步。",
    "Fill a new folder with many games, as if they had been played.": "在新文件夹中生成许多对局，如同真的下过。",
    "The folder, which must not exist.": "文件夹，必须还不存在。",
    "How many games.": "多少局。",
    "All games over a link; else every other one is against the robot.": "全部作为联机对局；否则一半是与电脑下的。",
    "Say which move is best in each position on standard input, as JSON.":
      "说出标准输入中每个局面的最佳着法，以 JSON 输出。",
    """
    A line is «startpos [moves M1 M2 …]» or «fen TEXT [moves M1 M2 …]», as for «inspect». Each \
    is answered by one line with one JSON object; a line that cannot be used is answered by \
    {"error": …}.
    """: """
    每行为 «startpos [moves M1 M2 …]» 或 «fen TEXT [moves M1 M2 …]»，与 «inspect» 相同。每行得到一行回答，即一个 JSON \
    对象；无法使用的行得到 {"error": …}。
    """,
    "The time for each move, like 500ms or 5s.": "每步的用时，如 500ms 或 5s。",
    "How many nodes to visit for each move.": "每步搜索多少个节点。",
    "How many plies deep to look, from 1 to 200.": "搜索多少步深，1 至 200。",
    "How well to play, from 1 to 10.": "棋力，1 至 10。",
    "The size of the table of known positions in MiB, from 1 to 4096.":
      "已知局面表的大小，以 MiB 计，1 至 4096。",
    "Say what each move of a game was worth, and which one was better.": "说出一局棋每步的评分，以及哪一步更好。",
    """
    Scores are in pawns or stones, + for the player who began; +M7 is a win in seven moves of \
    both sides. The worst mistakes of either side follow in the end. docs/formats.md tells which \
    files are read.
    """: "评分以兵或子计，+ 对先手有利；+M7 表示双方合计七步内取胜。最后列出双方最大的失误。能读哪些文件，见 docs/formats.md。",
    "Print a JSON object for each move, and one for the mistakes.": "每步输出一个 JSON 对象，失误另有一个。",
    "Be an engine for other programs, over standard input and output.": "作为引擎供别的程序使用，经标准输入和输出。",
    """
    uci: Xiangqi, and both other games for another Tabletooth. ucci: Xiangqi. gomocup: Gomoku, \
    for Piskvork and its tournaments. docs/engines.md tells what is understood.
    """: """
    uci：象棋，另一个 Tabletooth 也可用来下其他两种棋。ucci：象棋。gomocup：五子棋，供 Piskvork 及其比赛使用。支持的内容见 docs/engines.md。
    """,
    "What is spoken: uci, ucci or gomocup.": "使用的协议：uci、ucci 或 gomocup。",
    "Which game. Xiangqi, or Gomoku by gomocup, if not given.": "哪种棋。默认为象棋，用 gomocup 时为五子棋。",
    "The rule of Gomoku, until the other program names one.": "五子棋的规则，直到对方程序另行指定。",
    "Let two engines play each other, and say which one is stronger.": "让两个引擎对弈，看哪个更强。",
    """
    A player is robot, robot:LEVEL or engine:PROGRAM[,uci|ucci|gomocup][,option=value]; «time», \
    «nodes» and «depth» give it a pace of its own. Each opening is played twice, with the sides \
    swapped. docs/engines.md tells the rest.
    """: """
    对弈者为 robot、robot:级别或 engine:程序[,uci|ucci|gomocup][,选项=值]；«time»、«nodes» 和 «depth» 可单独规定其用时。每个\
    开局下两局，交换先后。其余见 docs/engines.md。
    """,
    "One player.": "一方。",
    "The other player.": "另一方。",
    "How many games; an odd number becomes the next even one.": "多少局；奇数会变成下一个偶数。",
    "The nodes for each move, in place of a time.": "每步的节点数，代替用时。",
    "How much longer than its time a player may take.": "最多可超出用时多久。",
    "How much longer a player is waited for before its program is ended.": "再等多久，然后结束其程序。",
    "A file of openings, one position a line as for «inspect», in place of random ones.":
      "开局文件，每行一个局面，格式同 «inspect»，代替随机的开局。",
    "End as soon as it is clear whether a is stronger by ELO0 or by ELO1.":
      "一旦能断定 a 强 ELO0 还是强 ELO1 就结束。",
    "How many games at once, from 1 to 256.": "同时下多少局，1 至 256。",
    "Which random openings.": "用哪些随机开局（种子）。",
    "A file to write the games to, one line each.": "把对局写入这个文件，每局一行。",
    "Print nothing but the result.": "只输出结果。",
  ]
}
