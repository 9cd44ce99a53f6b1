/// The help at the board, and the rules of the games.
enum ChineseHelp {
  static let texts: KeyValuePairs<String, String> = [
    """
    board      show the board again
    board off  do not show the board after each move; board on shows it
    legal      list what may be played now; legal c3 only at that place
    moves      list the moves so far
    rules      show the rules of this game
    hint       show a good move, and why it is one
    undo       take your last move back, and the answer to it
    level 7    have the robot play at level 7; they go from 1 to 10
    resign     give up the game
    new        begin another game, after a question
    again      after a game: play another one, with the sides changed
    quit       leave
    help       this list
    """: """
    board      再显示棋盘
    board off  走棋后不显示棋盘；board on 恢复
    legal      列出可走的着法；legal c3 只列该处
    moves      列出已走的着法
    rules      显示本棋的规则
    hint       提示一步好棋及理由
    undo       悔棋，收回你的上一步和对方的应着
    level 7    电脑改为 7 级，可选 1 至 10
    resign     认输
    new        开始新的一局，会先询问
    again      终局后交换先后，再来一局
    quit       离开
    help       本列表
    也可输入中文：棋盘、隐藏棋盘、显示棋盘、可走、着法、规则、提示、悔棋、级别 7、
    认输、新局、再来一局、退出、帮助
    """,
    """
    guests     list who is at your table
    kick 1     send guest 1 away
    close      let nobody new in; open lets others in again
    """: """
    guests     列出你桌上的人
    kick 1     请 1 号客人离开
    close      不再让新人进来；open 恢复
    """,
    """
    board      show the board again
    board off  do not show the board after each move; board on shows it
    legal      list what may be played now; legal c3 only at that place
    moves      list the moves so far
    rules      show the rules of this game
    resign     give up the game
    draw       offer a draw
    undo       ask to take your last move back
    yes, no    answer what the other player asks
    pause      stop the game until you type continue
    new        begin another game, after a question; over a link the other side is asked
    again      after a game: play another one
    say hello  say something to the other player, at any time; /hello does the same
    status     tell whether your last move and words have arrived
    log        show what was said; log NAME shows it for another player
    mute       do not show what the other player says; unmute shows it again
    chat off   switch words off altogether; chat on switches them on again
    send FILE  offer a file to the other player, who types accept or refuse
    cancel     end the file that is under way; what is there stays for later
    quit       leave; a game with another computer is kept
    help       this list
    """: """
    board      再显示棋盘
    board off  走棋后不显示棋盘；board on 恢复
    legal      列出可走的着法；legal c3 只列该处
    moves      列出已走的着法
    rules      显示本棋的规则
    resign     认输
    draw       求和
    undo       请求悔棋
    yes, no    回答对方的请求：同意、不同意
    pause      暂停，直到输入 continue
    new        开始新的一局，会先询问；联机时要对方同意
    again      终局后再来一局
    say 你好   随时对对方说话；/你好 也可以
    status     上一步棋和说的话是否已送达
    log        聊天记录；log 名字 查看与某人的记录
    mute       不显示对方说的话；unmute 恢复
    chat off   完全关闭聊天；chat on 恢复
    send 文件  把文件发给对方，对方输入 accept 或 refuse
    cancel     停止正在传送的文件；已有部分留待以后
    quit       离开；与另一台电脑的对局会保存
    help       本列表
    也可输入中文：棋盘、隐藏棋盘、显示棋盘、可走、着法、规则、认输、求和、悔棋、
    同意、不同意、暂停、继续、新局、再来一局、说、状态、聊天记录、静音、取消静音、
    关闭聊天、打开聊天、发送、接收、拒绝、取消、退出、帮助
    """,
    "h8         put a stone on column h, row 8": "h8         在 h 列第 8 行落子",
    """
    c3         place a stone on column c, row 3, until all are placed
    c3c4       then move the stone on c3 to c4, one step along a row or a column
    xd4        mark or capture the stone on d4, when a formation was made:
    {}
               A stone in a complete formation may not be taken while others may.
    """: """
    c3         下子阶段：在 c 列第 3 行落子，直到下完
    c3c4       走子阶段：c3 的棋子沿横线或竖线走一步到 c4
    xd4        形成阵形后，标记或吃掉 d4 的棋子：
    {1}
               阵形中的棋子受保护，除非没有别的可吃。
    """,
    """
    h2e2       move the piece on column h, row 2, to column e, row 2
    {}
    """: """
    h2e2       把 h 列第 2 行的棋子走到 e 列第 2 行
    {1}
    """,
    "Such a move is played, and loses.": "这样的着法可以下，但判负。",
    "Such a move is refused.": "这样的着法不能下。",
    "Five or more stones of one colour in an unbroken line win.": "同色五子或更多子不间断地连成一线者胜。",
    "Exactly five stones of one colour in an unbroken line win; six are nothing.":
      "同色恰好五子不间断地连成一线者胜；六子不算。",
    """
    White wins with five or more in an unbroken line, Black with exactly five.
    Black may not make six or more in a line, nor with one stone two fours or two
    threes; a five that is made at the same time wins all the same.
    A four is one stone short of a five; a three is one short of a four that can be
    completed at both ends.
    {}
    """: """
    白棋五子或更多子连成一线者胜，黑棋须恰好五子。
    黑棋不得长连（六子或更多），不得一子形成四四或三三；
    同时成五则仍为胜。
    差一子成五为四；差一子可成两头皆能成五的四，为三。
    {1}
    """,
    "Black moves first, anywhere.": "黑棋先下，位置不限。",
    """
    Player 1 puts black, white and black. Player 2 takes black or white, or puts a
    white and a black stone more and leaves the choice to player 1.
    """: """
    玩家 1 放黑、白、黑三子。玩家 2 选执黑或执白，
    或再放白、黑各一子，由玩家 1 选择。
    """,
    "Of several at once only the most valuable counts.": "同时形成多个阵形时，只算价值最高的一个。",
    "Several at once count together (house rule).": "同时形成多个阵形时，合并计算（自定规则）。",
    "A formation that is left and made again counts again.": "阵形拆开后再形成，可再次吃子。",
    "A six or a five counts only the first time (house rule).": "六连和五斜只在第一次形成时算（自定规则）。",
    """
    Xiangqi: 9 columns, 10 rows, a river in the middle. Red moves first.
    General: one step straight, in the palace (columns d to f, three rows). The two
      generals may not face each other on an open column.
    Advisor: one step diagonally, in the palace.
    Elephant: two steps diagonally over an empty point, never over the river.
    Horse: one step straight to an empty point, then one diagonally outward.
    Rook: any way straight. Cannon: the same; it captures over exactly one piece.
    Pawn: one step forward; over the river sideways too; never back.
    Who cannot move, in check or not, has lost.
    The same position for the third time: who gave check with each move has lost; else
      who chased the same piece with each move has lost; else it is a draw.
    Sixty moves of each side without a capture, or nobody can attack: a draw.
    """: """
    象棋：9 列 10 行，中间有河。红方先走。
    将（帅）：九宫内直走一步。双方将帅不得在无子的直线上照面。
    士（仕）：九宫内斜走一步。
    象（相）：走田字，象眼有子不能走，不过河。
    马：走日字，蹩马腿不能走。
    车：直线任意走。炮：走法同车，吃子须隔一个子。
    兵（卒）：前进一步；过河后可横走；不能后退。
    无子可走者负，不论是否被将军（困毙）。
    同一局面第三次出现：步步将军者（长将）负；
      否则步步捉同一子者（长捉）负；其他为和棋。
    双方各六十回合无吃子，或都无进攻子力：和棋。
    """,
    """

    A row along an edge of the board does not count.
    """: """

    沿棋盘边线的连子不算。
    """,
    """
    Gomoku ({}), {} by {} points.
    {}
    The players take turns to put one stone on an empty point; stones never move.
    {}{}
    Lines go along rows, columns and diagonals. A full board is a draw.
    """: """
    五子棋（{1}），{2}×{3} 路。
    {4}
    双方轮流在空点落一子，落下的棋子不再移动。
    {5}{6}
    连线可为横、竖、斜。棋盘下满为和棋。
    """,
    """
    Liuzhou chess, the way of {}: 6 by 6 points, 18 stones each.
    Placing: White first, in turn, one stone on an empty point.
    Who completes a formation of the own colour takes enemy stones at once:
    {}
    {}
    {}
    A stone in a complete formation may not be taken while others may.
    While placing, a taken stone is only marked: it fills its point and is nobody's.
    When all are placed the marked stones come off. If none is marked, White and then
    Black take one enemy stone each.
    Moving: Black first, one step along a row or a column to an empty point.
    Who has fewer than {} stones, or no step, has lost.
    The same position for the third time, or {} turns without a capture: a draw.
    """: """
    六洲棋（{1}下法）：6×6 路，各 18 子。
    下子：白方先，双方轮流在空点落一子。
    形成己方阵形者，立即吃对方棋子：
    {2}
    {3}
    {4}
    阵形中的棋子受保护，除非没有别的可吃。
    下子阶段被吃的棋子只作标记：仍占一点，不属任何一方。
    下完后取下有标记的棋子。若没有，白方、黑方依次各取对方一子。
    走子：黑方先，沿横线或竖线走一步到空点。
    少于 {5} 子或无子可走者负。
    同一局面第三次出现，或 {6} 步无吃子：和棋。
    """,
    "Fengyang": "凤阳",
    "Huainan": "淮南",
    "Shandong": "山东",
    """
      six in a row, column or long diagonal, but not on an edge   3 stones
      a diagonal of five from edge to edge                         2 stones
      a diagonal of four or three from edge to edge, a square      1 stone
    """: """
      横、竖或长对角线的六连，不在边线上   3 子
      从边到边的五斜                       2 子
      从边到边的四斜、三斜，方             1 子
    """,
    """
      six in a row, column or long diagonal, but not on an edge   2 stones
      a diagonal of five from edge to edge                         2 stones
      six on an edge, a diagonal of four or three, a square        1 stone
    """: """
      横、竖或长对角线的六连，不在边线上   2 子
      从边到边的五斜                       2 子
      边线上的六连，四斜、三斜，方         1 子
    """,
    """
      six in a row or a column, edges too                          2 stones
      a square                                                     1 stone
    """: """
      横或竖的六连，边线上也算             2 子
      方                                   1 子
    """,
    "Gomoku ({})": "五子棋（{1}）",
    "clock {}": "计时 {1}",
    "{} moves first": "{1}先走",
    "you move first": "你先走",
    "{} plays {}; {}.": "{1}要下{2}；{3}。",
    "; ": "；",
    "OVERVIEW: ": "概述：",
    "USAGE: ": "用法：",
    "ARGUMENTS:": "参数：",
    "OPTIONS:": "选项：",
    "SUBCOMMANDS:": "子命令：",
    "<options>": "<选项>",
    "<subcommand>": "<子命令>",
    "values: {}": "可选值：{1}",
    "default: {}": "默认：{1}",
    " ({})": "（{1}）",
    "{} (default)": "{1}（默认）",
    "House rules: {}.": "自定规则：{1}。",
    "{} by {} points": "{1}×{2} 路",
    "a forbidden move loses": "下禁手判负",
    "a five on an edge line does not count": "边线上的五连不算",
    "the way of Huainan": "淮南下法",
    "the way of Shandong": "山东下法",
    "several formations at once count together": "同时形成的阵形合并计算",
    "each time": "每次",
    "only the first time": "只在第一次",
    "a six or a five captures {}": "六连和五斜{1}可吃子",
    "Clock: {} each for the game.": "计时：每方全局 {1}。",
    "Clock: {} each, and {} more after each turn.": "计时：每方 {1}，每步之后加 {2}。",
    "Clock: {} each, then {} times {} for a turn.": "计时：每方 {1}，之后 {2} 次读秒，每次 {3}。",
    "Clock: {} each, then once {} for a turn.": "计时：每方 {1}，之后一次读秒，{2}。",
    "Clock: one day for each turn, by the calendar.": "计时：每步一天，按日历计算。",
    "Clock: {} days for each turn, by the calendar.": "计时：每步 {1} 天，按日历计算。",
    "{} days {} h": "{1} 天 {2} 小时",
    """
    {}'s program says that this move took {}; here it took {}, which the link does not \
    explain. Its clock may be wrong.
    """: "{1}的程序说这步用了 {2}；这边计为 {3}，连接延迟不足以解释。对方的时钟可能不准。",
  ]
}
