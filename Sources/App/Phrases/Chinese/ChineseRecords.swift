/// Games as possessions.
enum ChineseRecords {
  static let texts: KeyValuePairs<String, String> = [
    "tabletooth: what is kept of {} is damaged; type tabletooth players to see it":
      "tabletooth: {1}的记录已损坏；请输入 tabletooth players 查看",
    """
    tabletooth: game {} is damaged and cannot continue. Type tabletooth games delete {} to delete it.
    """: "tabletooth: 对局 {1} 已损坏，无法继续。输入 tabletooth games delete {2} 可将其删除。",
    "{player|players}": "{1} 个玩家",
    "{}, damaged ({})": "{1}，已损坏（{2}）",
    """
    To forget one that is damaged: tabletooth players forget "{}". You compare digits when you meet \
    again.
    """: "要忘掉已损坏的玩家：tabletooth players forget \"{1}\"。再次相遇时要重新比对数字。",
    "game {} with {} (begun {})": "第 {1} 局，对手 {2}（开始于 {3}）",
    "{} {} (met {})": "{1} {2}（见于 {3}）",
    "{} {} (says {}, met {})": "{1} {2}（自称 {3}，见于 {4}）",
    "A passphrase for your key:": "请为密钥设一个口令：",
    "The same passphrase again:": "请再输入一次口令：",
    "The passphrase of the key:": "密钥的口令：",
    "these were two passphrases, so nothing was written": "两次口令不同，没有写入任何内容",
    "the input ended before a passphrase": "还没有口令，输入就结束了",
    "there is no key yet, or not enough memory to protect it": "还没有密钥，或内存不足以保护它",
    "the passphrase is wrong, so nothing was changed": "口令不对，没有更改任何内容",
    "the passphrase is shorter than {} characters, so nothing was written": "口令少于 {1} 个字符，没有写入任何内容",
    "{} has no key in it; leave out --with-key": "{1} 中没有密钥，请去掉 --with-key",
    "{} is no backup, or a damaged one, so nothing was changed": "{1} 不是备份或已损坏，没有更改任何内容",
    "and your key, under the passphrase": "以及用口令保护的密钥",
    "without your key": "不含密钥",
    "{game is|games are} in {}, {}.": "{2} 中有 {1} 局棋，{3}。",
    "Your games are back.": "你的对局已恢复。",
    " What was kept before is now {}.": "原来的内容现在在 {1}。",
    "Your key is back.": "你的密钥已恢复。",
    " The key before is now {}.": "原来的密钥现在在 {1}。",
    "{} is there already, and a backup overwrites nothing; name another file":
      "{1} 已存在，备份不会覆盖任何文件，请换一个文件名",
    "its match is not kept any more": "它所属的对战已不再保存",
    "no result": "没有结果",
    "{} (from {})": "{1}（来自 {2}）",
    "from {}": "来自 {1}",
    "there is no {}; the robot has levels from {} to {}": "没有 {1}，机器人的级别是 {2} 到 {3}",
    "Nothing new: {game of the file is|games of the file are} here already.":
      "没有新对局：文件中的 {1} 局都已保存过。",
    " {game was|games were} here already.": "另有 {1} 局已保存过。",
    "game {} is from a file, and nobody here has played it": "第 {1} 局来自文件，不是在这里下的",
    "type tabletooth replay {}, then play to go on from a position of it":
      "输入 tabletooth replay {1}，再输入 play，可从其中任一局面续下",
    "Neither the robot nor an engine knows {}. Type play for two people here.":
      "机器人和其他引擎都不懂 {1}。输入 play 由两人在这里续下。",
    "No games yet.": "还没有对局。",
    "You know no players yet.": "还不认识任何玩家。",
    "No game fits.": "没有符合条件的对局。",
    "nothing played": "还没有走棋",
    "gomoku": "五子棋",
    "liuzhou": "六洲棋",
    "xiangqi": "象棋",
    "{} won": "{1}胜",
    "draw": "和棋",
    "six or more in a row": "长连",
    "two fours at once": "四四",
    "two threes at once": "三三",
    "every point is forbidden": "空点全是禁手",
    "fewer than three stones": "少于三子",
    "no step is left": "无子可走",
    "repetition": "重复局面",
    "stalemate": "困毙",
    "perpetual check": "长将",
    "perpetual chase": "长捉",
    "sixty moves without a capture": "六十回合无吃子",
    "nobody can attack": "双方均无进攻子力",
    "resignation": "认输",
    "freestyle": "无禁手",
    "standard": "标准",
    "renju": "连珠",
    "on time": "超时",
    "agreed": "双方同意",
    "tabletooth: this game is not kept: {}": "tabletooth: 这局棋没有保存：{1}",
    "{game of it was|games of it were}": "其中 {1} 局",
    "tabletooth: the database was damaged and is now {}; {} taken over":
      "tabletooth: 数据库已损坏，现在是 {1}；{2}已转入新库",
    "Your player's key was made and is kept in {}.": "已生成你的玩家密钥，保存在 {1}。",
    "{move|moves}": "{1} 步",
    "The game is kept. To go on, type: tabletooth resume {}": "对局已保存。要继续，请输入：tabletooth resume {1}",
    "game {}": "第 {1} 局",
    "a file": "文件",
    "Played on from {} after {}.": "从{1}的 {2}之后续下。",
    "No game was kept.": "没有保存任何对局。",
    "Kept as game {}.": "已保存为第 {1} 局。",
    "Kept as games {} to {}.": "已保存为第 {1} 至 {2} 局。",
    "No moves.": "还没有着法。",
    "Moves: {}": "着法：{1}",
    """
    next 3     three moves forth; next, or an empty line, one
    back 3     three moves back; back, one
    12, go 12  to the position after 12 moves; start and end, too
    try h8 i9  play moves that were not played; back takes them back
    main       leave what was tried, and go on with the game
    board      show the board again
    moves      list all moves
    legal      list what may be played here
    play       play on from here, two people at this terminal
    play robot:5
               play on from here against the robot: you have the side to move
    quit       leave
    help       this list
    """: """
    next 3     前进三步；next 或空行前进一步
    back 3     后退三步；back 后退一步
    12, go 12  到第 12 步之后的局面；也可用 start 和 end
    try h8 i9  试走没有下过的着法；back 可收回
    main       放弃试走，回到原对局
    board      再显示棋盘
    moves      列出全部着法
    legal      列出这里可走的着法
    play       从这里续下，两人在本终端
    play robot:5
               从这里与电脑续下：你走当前一方
    quit       离开
    help       显示本列表
    """,
    "{}. Type next, back, a number, try and a move, play, or help.":
      "{1}。可输入 next、back、数字、try 加着法、play 或 help。",
    "Type a number from 1 after that, or nothing.": "后面请输入 1 以上的数字，或不输入。",
    "This was not played. Type back, or main to go on with the game.":
      "这一步没有下过。输入 back，或用 main 回到对局。",
    "This is the start.": "已到开局。",
    "This is the end, after {}.": "已到终局，共 {1}。",
    "Type a number from 0 to {}.": "请输入 0 至 {1} 的数字。",
    "The game is over here. Type back first.": "对局在这里已结束，请先输入 back。",
    "Comment: {}": "评注：{1}",
    "{} is nothing to do here. Type help for a list.": "这里不能用 {1}。输入 help 看列表。",
    "No game with a result yet.": "还没有有结果的对局。",
    "{game|games}: {}.": "共 {1} 局：{2}。",
    "{} won, {} drawn, {} lost": "胜 {1}，和 {2}，负 {3}",
    "Longest streaks: {} won, {} lost.": "最长连胜 {1} 局，最长连败 {2} 局。",
    "The last game was won. ": "最近一局胜。",
    "The last game was lost. ": "最近一局负。",
    "The last {} were won. ": "最近 {1} 局连胜。",
    "The last {} were lost. ": "最近 {1} 局连败。",
    "Longest: game {}, {}. Shortest: game {}, {}.": "最长：第 {1} 局，{2}。最短：第 {3} 局，{4}。",
    "{}: {}": "{1}：{2}",
    "{}: {}; rating {}": "{1}：{2}；等级分 {3}",
    "you": "你",
    "this terminal": "本终端",
    "robot, level {}": "电脑，{1} 级",
    "robot": "电脑",
    "against {}": "对 {1}",
    ", ": "，",
    "you {}": "你是{1}",
    "{}: no mistakes": "{1}：没有失误",
    "{}, worst mistakes:": "{1}，最大的失误：",
    "better {} ({})": "更好的是 {1}（{2}）",
    "unfinished": "未下完",
    "both players have not signed a result of game {}": "第 {1} 局没有双方签名的结果",
    "a signature of something else": "别的内容的签名",
    "what both players have signed": "双方签过名的内容",
    "{}: you.": "{1}：你。",
    "{}: {}, whom you know.": "{1}：你认识的 {2}。",
    "{}: somebody you have played with, but do not know, key {}.":
      "{1}：和你下过棋、但你不认识的人，密钥 {2}。",
    "{}: somebody you have not played with, key {}.": "{1}：你没有下过棋的人，密钥 {2}。",
    "left": "已离开",
    "you left": "你已离开",
    "the other player left": "对方已离开",
    "finished": "已结束",
    "damaged": "已损坏",
    "game {} has {}": "第 {1} 局共 {2}",
    "lines are typed at standard input, so the game has to be in a file": "命令从标准输入读取，所以对局要放在文件里",
    "nothing was played in game {}": "第 {1} 局没有走过棋",
    "no result: begun anew": "没有结果：重新开局",
    "no result: both players went back": "没有结果：双方回到了较早的局面",
    "too few stones": "棋子过少",
    "too many moves without a capture": "太多步无吃子",
  ]
}
