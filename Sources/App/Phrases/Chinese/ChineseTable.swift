/// Tables, other players, and what they ask of each other.
enum ChineseTable {
  static let texts: KeyValuePairs<String, String> = [
    "Player 1": "玩家 1",
    "Player 2": "玩家 2",
    "Black": "黑方",
    "White": "白方",
    "Red": "红方",
    "capital letters": "大写字母",
    "small letters": "小写字母",
    """
    Liuzhou chess: squares, diagonals and inner rows of six capture. Place all stones, then \
    move; who has fewer than three loses.
    """: "六洲棋：成方、成斜、不在边线上的六连可吃子。下完所有棋子后走子；少于三子者负。",
    """
    Liuzhou chess of Huainan: squares, diagonals and rows of six capture. Place all stones, \
    then move; who has fewer than three loses.
    """: "淮南六洲棋：成方、成斜、六连可吃子。下完所有棋子后走子；少于三子者负。",
    """
    Liuzhou chess of Shandong: squares and rows of six capture. Place all stones, then move; \
    who has fewer than four loses.
    """: "山东六洲棋：成方、六连可吃子。下完所有棋子后走子；少于四子者负。",
    "Xiangqi: who cannot move, in check or not, loses.": "象棋：无子可走者负，不论是否被将军。",
    "Gomoku, freestyle: five or more stones in a row win.": "五子棋（无禁手）：五子或更多子连成一线者胜。",
    "Gomoku, standard: exactly five stones in a row win.": "五子棋（标准）：恰好五子连成一线者胜。",
    """
    Gomoku, renju: five stones in a row win. Black may not make six in a row, two fours at \
    once or two threes at once.
    """: "连珠（有禁手）：五子连成一线者胜。黑棋不得长连、四四、三三。",
    "the other player": "对方",
    "Found a table called \"{}\". It is not the one you asked for; still looking.":
      "找到名为“{1}”的棋桌，但不是你要找的，继续寻找。",
    "Looking for a table. Type quit to stop.": "正在寻找棋桌。输入 quit 停止。",
    """
    Your table {} is open for {} only, who types {}.
    To play with somebody else, type quit, and then tabletooth host --new.
    """: """
    你的棋桌{1}只对{2}开放，对方请输入 {3}。
    要与别人下棋，请输入 quit，再输入 tabletooth host --new。
    """,
    """
    Your table {} is open. On the other computer, type: tabletooth join {}
    Type quit to stop waiting.
    """: """
    你的棋桌{1}已开放。请在另一台电脑上输入：tabletooth join {2}
    输入 quit 停止等待。
    """,
    "Using the Bluetooth adapter {}.": "使用蓝牙适配器 {1}。",
    "Connecting to {}.": "正在连接{1}。",
    "Connected to {}.": "已连接{1}。",
    "{} joined your table.": "{1}来到了你的棋桌。",
    "The game with {} begins once more, as {} had not moved.": "{2}还没有走过棋，与{1}的对局重新开始。",
    "You sit at the table of {}.": "你已在{1}的棋桌就座。",
    "You sit at the table of {}. Who moves first is decided now.": "你已在{1}的棋桌就座，现在决定谁先走。",
    "A device that does not play Tabletooth was sent away.": "有个设备不会下 Tabletooth，已请它离开。",
    "Somebody wants to go on with a match that this table does not play, and was sent away.":
      "有人想继续一局不属于此桌的对局，已请其离开。",
    "Another player asked for a seat and was sent away.": "另一位玩家想入座，已请其离开。",
    """
    A player with another version of Tabletooth asked for a seat and was sent away.
    Install the same version on both computers.
    """: """
    一位玩家的 Tabletooth 版本不同，想入座，已请其离开。
    请在两台电脑上安装相同的版本。
    """,
    "Somebody else asked for the seat of {} and was sent away.": "有人想坐{1}的座位，已请其离开。",
    "Somebody else answered in the place of {}. {} is still looked for.": "有人冒{1}之名应答。仍在寻找{2}。",
    """
    Somebody answers in the place of {}, and ends the link before the game can go on. If \
    that is {}, the other computer does not know you any more: ask what its screen says.
    """: """
    有人冒{1}之名应答，又在对局能继续之前断开。如果那就是{2}，则对方的电脑已不认识你：请问对方屏幕上显示什么。
    """,
    """
    {} is at another game of yours than this one. To go on with the same one, type quit, and \
    then tabletooth resume, both of you.
    """: """
    {1}在你们的另一局棋上，不是这一局。要继续同一局，请双方都输入 quit，再运行 tabletooth resume。
    """,
    """
    Somebody answered who does not know this match. {} is still looked for.
    If {} has begun anew, type quit and join again.
    """: """
    应答的人不知道这局棋。仍在寻找{1}。
    如果{2}已重新开桌，请输入 quit 再加入。
    """,
    "{} has not been heard for {} seconds. ": "已有 {2} 秒没有收到{1}的消息。",
    "After {} the link is given up.": "{1} 秒后将放弃连接。",
    "{} is heard again.": "又收到{1}的消息了。",
    "Your table is open for {} only; the seat is kept": "你的棋桌只对{1}开放，座位保留 ",
    "Your seat is kept, and this program looks for the table,": "你的座位保留，程序正在寻找棋桌，",
    """
    The link to {} is lost. {} for {} minutes.
    What you do meanwhile is sent then. Type quit to leave.
    """: """
    与{1}的连接已断开。{2}{3} 分钟。
    其间你所做的会在恢复后发送。输入 quit 离开。
    """,
    "Trying again in {} s (attempt {}).": "{1} 秒后重试（第 {2} 次）。",
    """
    The table of {} is there, and somebody sits at it.
    If that is you on another computer, close the terminal there.
    """: """
    {1}的棋桌在，但座位上有人。
    如果那是你的另一台电脑，请关闭那里的终端。
    """,
    "{} will hear of it when the link is back.": "连接恢复后会告诉{1}。",
    """
    The link to {} is lost, and {} has not heard all.
    Type quit, or press control-C, to leave without waiting.
    """: """
    与{1}的连接已断开，{2}还没有收到全部消息。
    输入 quit 或按 Ctrl-C 可不等而离开。
    """,
    "Going on with your game against {}, move {}.": "继续与{1}的对局，第 {2} 步。",
    "Your game against {} is over, and {} may not have heard how. Type quit not to wait.":
      "与{1}的对局已结束，{2}可能还不知道结果。输入 quit 可不等。",
    "{} is back.": "{1}回来了。",
    "Bluetooth on this computer stopped. Waiting for it to come back.": "本机蓝牙已停止，正在等它恢复。",
    "Bluetooth on this computer is back.": "本机蓝牙已恢复。",
    "{} plays first. Type a move like {}, or help.": "{1}先走。请输入着法，如 {2}，或输入 help。",
    """
    Black is X, White is O. Player 1 puts black, white and black; then player 2 chooses a \
    colour, or puts two more stones and leaves the choice to player 1.
    """: "黑棋为 X，白棋为 O。玩家 1 先放黑、白、黑三子；玩家 2 选择一方，或再放两子，由玩家 1 选择。",
    "Two players at this terminal: {} is {}, {} is {}.": "两人在本终端对弈：{1}为 {2}，{3}为 {4}。",
    "You are {}, {} on the board. {} is {}, {}.": "你是{1}，棋盘上为 {2}。{3}是{4}，为 {5}。",
    "Waiting for {} to move.": "等待{1}走棋。",
    "You resign. Telling {}.": "你认输了。正在告诉{1}。",
    "{}, whom you know, is there. Waiting for {} to accept you.": "你认识的{1}在那里。等待{2}接受你。",
    "{} is new here, and is taken without comparing digits.": "{1}是新来的，不核对数字直接接受。",
    "{} is new here, and new players are not accepted.": "{1}是新来的，这里不接受新玩家。",
    """
    {} is new here. Ask {}: these digits must be the same on both screens.

        {} {}

    Does {}'s screen show {} {} too? Type yes or no, within {} seconds.
    """: """
    {1}是新来的。请问{2}：两边屏幕上的数字必须相同。

        {3} {4}

    {5}的屏幕上也是 {6} {7} 吗？请在 {8} 秒内输入 yes 或 no。
    """,
    "You accept {}. Waiting for {} to say the same.": "你接受了{1}。等待{2}也接受。",
    "The digits have just changed. Compare them, then type yes or no.": "数字刚刚变了。请核对后输入 yes 或 no。",
    "The input does not say yes, so that is a no.": "输入中没有 yes，按 no 处理。",
    "Waiting for another guest. Type quit to stop waiting.": "等待另一位客人。输入 quit 停止等待。",
    "{} gives way, as somebody has come whom you know.": "{1}让座，因为来了你认识的人。",
    "You have not answered in time, and {} was sent away.": "你没有及时回答，{1}已被请走。",
    "{} has gone, or did not accept you.": "{1}已离开，或没有接受你。",
    """
    WARNING: this is not the {} you know.
    Somebody calls themselves {}, and does not prove to be the player of that name whom you \
    accepted before.
    It may be {} with a new computer, or somebody who wants to be taken for {}. They were \
    refused.
    If you are sure, forget the old one with: tabletooth players forget {}
    Then compare the digits again. If it is another player of that name, let them give another \
    with --name.
    """: """
    警告：这不是你认识的{1}。
    有人自称{2}，却不能证明是你以前接受过的那位玩家。
    可能是{3}换了电脑，也可能有人冒充{4}。已拒绝此人。
    如果你确定，请删除旧的记录：tabletooth players forget {5}
    然后重新核对数字。如果是另一位同名棋手，请对方用 --name 换个名字。
    """,
    " A move is a no as well.": "直接走棋也表示不同意。",
    "{} offers a draw. Type yes or no.{}": "{1}提和。请输入 yes 或 no。{2}",
    "{} asks to take back {}. Type yes or no.{}": "{1}请求悔棋，收回{2}。请输入 yes 或 no。{3}",
    "A draw? The other player types yes or no.": "和棋吗？请对方输入 yes 或 no。",
    "You offer a draw. Waiting for the answer of {}.": "你提和了。等待{1}答复。",
    "You ask to take back {}. Waiting for the answer of {}.": "你请求收回{1}。等待{2}答复。",
    "the last move": "最后一步",
    "the last {} moves": "最后 {1} 步",
    "{}, to the beginning": "{1}，直到开局",
    "Both players agree on a draw.": "双方同意和棋。",
    "All moves are taken back.": "全部着法已收回。",
    "Moves are taken back; one is left.": "已悔棋，还剩一步。",
    "Moves are taken back; {} are left.": "已悔棋，还剩 {1} 步。",
    "Both players want another game.": "双方都想再来一局。",
    "{} does not want a draw.": "{1}不同意和棋。",
    "{} does not want to take moves back.": "{1}不同意悔棋。",
    "{} does not want another game.": "{1}不想再来一局。",
    "You said no.": "你没有同意。",
    "Your own question crossed another one, which counts.": "你的请求与对方的同时发出，以对方的为准。",
    "Your question is answered with this move: no.": "对方走了这步，表示不同意你的请求。",
    "Type yes or no.": "请输入 yes 或 no。",
    "Yes or no: ": "yes 还是 no：",
    "{} needs a pause. Nobody moves until it is over.": "{1}需要暂停。暂停结束前双方都不能走棋。",
    "The pause of {} is over.": "{1}的暂停已结束。",
    "You pause the game. Type continue to go on.": "你已暂停对局。输入 continue 继续。",
    "You pause the game; your clock goes on unless {} pauses, too. Type continue to go on.":
      "你已暂停对局；除非{1}也暂停，你的棋钟继续走。输入 continue 继续。",
    "{} needs a pause; that clock goes on unless you type pause, too.":
      "{1}需要暂停；除非你也输入 pause，对方的棋钟继续走。",
    "Your pause is over.": "你的暂停已结束。",
    "The game is paused. Type continue to go on.": "对局已暂停。输入 continue 继续。",
    "The game is paused by {}.": "对局由{1}暂停。",
    "the two boards came to different positions": "两边棋盘的局面不同",
    "Your move": "你的着法",
    "The move": "着法",
    """
    The boards differ, and the game has stopped. {} {} leads to position {} here and to {} at \
    the board of {}.
    The two programs may not be of the same version. Type undo to go back to the last \
    position on which both agree, or resign, or quit.
    """: """
    两边棋盘不一致，对局已停止。{1} {2} 之后，这边的局面是 {3}，{5}那边是 {4}。
    两个程序的版本可能不同。输入 undo 回到双方一致的最后局面，或输入 resign 或 quit。
    """,
    "You have resigned.": "你已认输。",
    "That cannot be played.": "不能这样走。",
    "Only {} can end this pause.": "只有{1}能结束这次暂停。",
    "The game is not paused.": "对局没有暂停。",
    "The boards differ. Type undo, resign or quit.": "两边棋盘不一致。请输入 undo、resign 或 quit。",
    "You have asked something. Waiting for the answer of {}.": "你已提出请求。等待{1}答复。",
    "{} has asked you something. Type yes or no.": "{1}向你提出了请求。请输入 yes 或 no。",
    "Nobody has asked you anything.": "没有人向你提出请求。",
    "There is no move of yours to take back.": "没有可悔的着法。",
    "Two players at one terminal need no pause.": "两人共用一个终端，不需要暂停。",
    "{} waits for you as long as you like.": "{1}会一直等你。",
    "The game is not over yet.": "对局还没有结束。",
    "Again? Yes or no: ": "再来一局？yes 还是 no：",
    "The game is over. Type yes to play again, or no to leave.": "对局已结束。输入 yes 再来一局，输入 no 离开。",
    "The game was over before your answer. Type yes to play again, or no to leave.":
      "你回答之前对局已经结束。输入 yes 再来一局，输入 no 离开。",
    "{} wants another game. Type yes or no.": "{1}想再来一局。请输入 yes 或 no。",
    "Waiting for {}, who may want another game or not.": "等待{1}决定是否再来一局。",
    "{} has left.": "{1}已离开。",
    "To go on with it, type tabletooth resume on both computers.":
      "要继续，请在两台电脑上都输入 tabletooth resume。",
    "Press control-C again to end the program. The game is kept.": "再按 Ctrl-C 结束程序。对局会保存。",
    "Press control-C again to end the program. The game is not kept.": "再按 Ctrl-C 结束程序。对局不会保存。",
    "It is kept. To go on with it, type the same again.": "已保存。要继续，请再次输入同一命令。",
    "{} asks and pauses so often that you are not told of it any more for a while.":
      "{1}询问和暂停得太频繁，暂时不再向你显示。",
    """
    Somebody asks for your seat again and again and never sits down. Whom you know gets in at \
    once; who is new may have to wait a minute.
    """: "有人一再请求入座却不坐下。你认识的人可立即入座，新来的人可能要等一分钟。",
    """
    Others are asking for the seat at the table of {}. Trying again; it may be your turn in \
    {} s. Type quit to stop.
    """: "别人也在请求{1}棋桌的座位。正在重试，可能 {2} 秒后轮到你。输入 quit 停止。",
    "{} wants to begin anew, without a result of this game. Type yes or no.{}":
      "{1}想重新开局，本局不计结果。请输入 yes 或 no。{2}",
    "You ask to begin anew. Waiting for the answer of {}.": "你请求重新开局。等待{1}答复。",
    "Both players begin anew. This game has no result.": "双方重新开局，本局没有结果。",
    "{} does not want to begin anew.": "{1}不同意重新开局。",
    """
    Both sides of this match keep it in one folder, {}. For two players on one computer, set \
    XDG_DATA_HOME to another folder for one of them.
    """: "对局双方把这局棋存在同一个文件夹 {1}。同一台电脑上有两位玩家时，请为其中一位把 XDG_DATA_HOME 设为别的文件夹。",
    "Missing on the computer of {}: {} of the match. They are sent again.":
      "{1}的电脑上缺了本局的{2}，现在重新发送。",
    "Missing on this computer: {} of the match. {} has sent them again.":
      "这台电脑上缺了本局的{1}，{2}已重新发来。",
    "It cannot go on yet: {} It is tried again and again. Type quit to leave.":
      "现在还不能继续：{1}程序会一再尝试。输入 quit 离开。",
    "{}; {}.": "{1}；{2}。",
    """
    What is kept of the match here is not what {} keeps: {} here, {} there. Both have the same \
    up to the position that the board shows, which is {}. Go on from there, if {} wants that too? \
    What was played after it is kept in any case. Type yes or no.
    """: """
    这局棋在本机的记录与{1}的不同：本机 {2}，对方 {3}。到棋盘所示的局面为止双方相同，即 {4}。\
    如果{5}也同意，要从那里继续吗？之后下的着法都会保存。请输入 yes 或 no。
    """,
    "Waiting for {}, who is asked too.": "正在等待{1}，对方也被询问。",
    "Both of you go on from there. The game as it stood here is kept: see tabletooth games.":
      "双方从那里继续。本机原来的对局已保存，请用 tabletooth games 查看。",
    "{} does not want to go back. The match stays as it is on both computers.":
      "{1}不想回去。两台电脑上的记录都保持不变。",
    "There is no position that both of you have.": "双方没有共同的局面。",
    "1 move": "1 步",
    "{} moves": "{1} 步",
    "one move or word": "一步或一句",
    "{} moves or words": "{1} 步或句",
    "You have no time left.": "你已超时。",
  ]
}
