/// What is told to one who only watches.
enum ChineseWatching {
  static let texts: KeyValuePairs<String, String> = [
    """
    You only watch: nothing that you type reaches the board. Type / and words to talk, \
    if the host lets those who watch talk; quit to leave, or help.
    """:
      "你只是观看：输入的内容到不了棋盘。输入 / 和文字可以交谈（若主机允许观众说话），quit 离开，或 help。",
    """
    board      show the board again
    board off  do not show the board after each move; board on shows it
    legal      list what may be played now
    moves      list the moves so far
    rules      show the rules of this game
    say TEXT   say something to all at the table, where those who watch may talk; or /TEXT
    chat off   neither hear nor say anything; chat on does again
    quit       leave
    help       this list
    """: """
    board      再显示一次棋盘
    board off  每步之后不再显示棋盘；board on 重新显示
    legal      列出现在可以走的棋
    moves      列出已走的棋
    rules      显示本游戏的规则
    say 文字   观众可以说话时，对棋桌上所有人说；也可用 /文字
    chat off   不听也不说；chat on 恢复
    quit       离开
    help       本列表
    """,
    "There is nothing to be seen yet.": "还没有什么可看。",
    "You watch at the table of {}, whom you know.": "你在观看{1}的棋桌，你认识这位桌主。",
    "You watch at the table of {}.": "你在观看{1}的棋桌。",
    "Nobody plays there yet. You will see the game when it begins.": "那里还没有人下棋。开局后你会看到。",
    "{} needs a pause.": "{1}需要暂停。",
    "The boards of the two players differ. They have to agree on moves to take back.":
      "双方的棋盘不一致，须商定悔回哪几步。",
    "The link to {} is lost. Looking for it; you will see all that you miss.":
      "与{1}的连接已断开，正在寻找；错过的都会补上。",
    "{} has closed the table.": "{1}关闭了棋桌。",
    "{} has no other player now.": "{1}现在没有对手。",
    "{} is at the table, and plays with {}.": "{1}在桌前，与{2}下棋。",
    "The link of {} is lost. {} waits.": "{1}的连接已断开，{2}在等待。",
    "{} offers a draw.": "{1}提和。",
    "{} asks to go back to move {}.": "{1}请求悔回到第 {2} 步。",
    "{} wants to begin anew, without a result of this game.": "{1}想重新开始，本局不计结果。",
    "A game is played at the table {}. Do you want to watch? Type y to watch: ":
      "棋桌{1}正在下棋。要观看吗？输入 y 观看：",
    "a game is played at the table of {}": "{1}的棋桌正在下棋",
    "watch it with tabletooth join {} --watch": "可用 tabletooth join {1} --watch 观看",
    "Nobody more can watch at the table {}.": "棋桌{1}不能再让人观看。",
    "a number or Enter: watch there   q: leave": "数字或回车：去观看   q：离开",
    "--big is for those who --watch": "--big 只用于 --watch",
    "--watch is for a person, and the robot is none": "--watch 供人使用，机器人不能用",
    "{} (watching)": "{1}（观众）",
    "Those who watch cannot talk at this table. It was not said.": "这张棋桌的观众不能说话。没有说出。",
    "The link to {} is lost. It was not said.": "与{1}的连接已断开。没有说出。",
    "Those who watch say so much that nothing more is shown for a while.":
      "观众说得太多，暂时不再显示。",
    "{} is {}, {} is {}.": "{1}执{2}，{3}执{4}。",
  ]
}
