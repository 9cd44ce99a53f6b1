/// The help of the commands for games that were played, players and files.
enum ChineseHelpRecords {
  static let texts: KeyValuePairs<String, String> = [
    "Print the file of a game, or one of your games, in another format.": "把棋谱文件或你的某一局换成另一种格式输出。",
    """
    Gomoku: sgf, psq, pos. Xiangqi: fen, and PGN in iccs, wxf or chinese. Liuzhou chess: turns.
    docs/formats.md tells what each of them holds.
    """: """
    五子棋：sgf、psq、pos。象棋：fen，以及用 iccs、wxf 或 chinese 记谱的 PGN。六洲棋：turns。
    各种格式的内容见 docs/formats.md。
    """,
    "The file, in UTF-8 or GBK; - is standard input. Or the number of one of your games.":
      "文件，UTF-8 或 GBK 编码；- 为标准输入。也可以是你的某一局的编号。",
    "The format to print.": "输出的格式。",
    "The format of the file, where neither its name nor its text tells.": "文件的格式，文件名和内容都看不出时才需要。",
    "The rule of Gomoku, whatever the file says: freestyle, standard or renju.":
      "五子棋的规则，不管文件怎么写：freestyle、standard 或 renju。",
    "Go on with a game that has no result, also one that somebody has left.": "继续没有结果的对局，有人离开的也可以。",
    """
    A game at this terminal goes on by its number, as «tabletooth games» shows it. «host» and \
    «join» go on with an unfinished match by themselves. One that a player has left goes on when \
    both type «tabletooth resume».
    """: """
    本终端的对局按编号继续，编号见 «tabletooth games»。未完的联机对局，«host» 和 «join» 会自动继续。有人离开的，双方都输入 «tabletooth \
    resume» 即可继续。
    """,
    "The number of the game, as «tabletooth games» shows it. The latest, if not given.":
      "对局的编号，见 «tabletooth games»。默认为最近的一局。",
    "Your name. As the last time, if not given.": "你的名字。默认与上次相同。",
    "List the games that you have, and show, export, delete or import them.":
      "列出你的对局，也可查看、导出、删除、导入。",
    """
    «tabletooth games» lists those that did not end first, then the latest first; «tabletooth \
    replay» goes through one of them.
    """: "«tabletooth games» 先列未下完的，再从最近的列起；«tabletooth replay» 可逐步看其中一局。",
    "List the games, those that did not end first, then the latest first.": "列出对局，先列未下完的，再从最近的列起。",
    "Only games with this player: a name, the first digits of a fingerprint, robot or robot:LEVEL.":
      "只列与此玩家的对局：名字、指纹的前几位、robot 或 robot:级别。",
    "Only this game.": "只列这种棋。",
    "Only games with this result for you, or those that did not end.": "只列你得到这种结果的对局，或未下完的。",
    "At most so many.": "最多列这么多。",
    "Show a game: who played, the board, and the moves.": "显示一局棋：对局者、棋盘和着法。",
    "The number of the game, as «tabletooth games» shows it.": "对局的编号，见 «tabletooth games»。",
    "Show the board after so many moves.": "显示这么多步之后的棋盘。",
    "Xiangqi as characters (han) or letters (latin).": "象棋用汉字（han）还是字母（latin）。",
    "Print a game as a file.": "把一局棋输出为文件。",
    "Gomoku: sgf, psq, pos. Xiangqi: fen, and PGN in iccs, wxf or chinese. Liuzhou chess: turns.":
      "五子棋：sgf、psq、pos。象棋：fen，以及用 iccs、wxf 或 chinese 记谱的 PGN。六洲棋：turns。",
    "Print the result as both players have signed it, for «tabletooth verify».":
      "输出双方签过名的结果，供 «tabletooth verify» 检查。",
    "Forget a game, and all that was said in it.": "删除一局棋，以及其中说过的话。",
    "Keep the games of a file; an SGF or a PGN may hold many.": "保存文件中的对局；SGF 或 PGN 中可有多局。",
    "The file, in UTF-8 or GBK; - is standard input.": "文件，UTF-8 或 GBK 编码；- 为标准输入。",
    "List the players you know, rename or forget them.": "列出你认识的玩家，也可改名、忘掉。",
    """
    Players who have accepted each other once are not asked to compare digits again. Whoever has \
    a new computer, or a new key, has to be forgotten first.
    """: "互相接受过一次的玩家，以后不必再核对数字。换了新电脑或新密钥的人，要先忘掉。",
    "List the players you know.": "列出你认识的玩家。",
    "Call a player by another name here.": "在本机用别的名字称呼一位玩家。",
    "The name of the player, or the first digits of the fingerprint.": "玩家的名字，或指纹的前几位。",
    "The name to show from now on.": "从现在起显示的名字。",
    "Forget a player, who is a stranger from then on; the games stay.": "忘掉一位玩家，以后就是陌生人；对局保留。",
    "Go through a game, try other moves, and play on from anywhere in it.":
      "复盘一局棋，试走别的着法，并可从任一步续下。",
    """
    At the prompt, an empty line shows the next move; type help for the rest. «play» and «play \
    robot:5» begin a new game from the position that is shown; it is kept, and says where it \
    came from.
    """: "在提示符后按回车显示下一步；输入 help 看其他命令。«play» 和 «play robot:5» 从所示局面开始新的一局；这一局会保存，并记下出自哪里。",
    "The number of the game, as «tabletooth games» shows it, or a file in UTF-8 or GBK.":
      "对局的编号，见 «tabletooth games»，或 UTF-8、GBK 编码的文件。",
    "Begin after so many moves.": "从这么多步之后开始。",
    "On a screen, say what each move was worth.": "全屏时显示每步的评分。",
    "Draw a position of a game, as text or as a picture.": "画出一局棋的某个局面，用文字或图片。",
    """
    «tabletooth show 3 --svg board.svg --ply 12» draws your game 3 after twelve moves; with \
    --screen the picture is what the screen shows at a terminal.
    """:
      "«tabletooth show 3 --svg board.svg --ply 12» 画出你的第 3 局走了十二步之后的局面；加 --screen 则画出终端上整个屏幕的样子。",
    "Write a picture to this file; - is standard output.": "把图片写入这个文件；- 为标准输出。",
    "Draw the position after so many moves. The last one, if not given.": "画出这么多步之后的局面。默认为最后一步之后。",
    "Draw the whole screen of a terminal of 24 rows and 80 columns.": "画出 24 行 80 列的终端的整个屏幕。",
    "The colours of that screen.": "该屏幕的颜色。",
    "Xiangqi as characters (han) or letters (latin). Characters in a picture.":
      "象棋用汉字（han）还是字母（latin）。图片中用汉字。",
    "Say how often you won, against whom, and how strong you are by Glicko-2.":
      "说出你胜过几局、对手是谁，以及按 Glicko-2 计算的棋力。",
    """
    Each game has a rating of its own, computed anew from your games in the order of their ends. \
    Unfinished games, those for two at one terminal and those from files do not count.
    """: "每种棋各有等级分，每次都按终局的先后由你的对局重新计算。未下完的、两人在同一终端下的和来自文件的对局不算。",
    "Only games with this player: a name, digits of a fingerprint, robot or robot:5.":
      "只算与此玩家的对局：名字、指纹的数字、robot 或 robot:5。",
    "Print one JSON object, and nothing else.": "只输出一个 JSON 对象，不输出别的。",
    "Copy your games and the players you know into one file.": "把你的对局和认识的玩家复制到一个文件中。",
    """
    The key by which other players know you is left out, unless --with-key asks for it: then a \
    passphrase protects it, which is asked for at the terminal, or is the first line of a pipe.
    """: "别的玩家靠你的密钥认识你。它不在备份中，除非用 --with-key：这时用口令保护，口令在终端上询问，或取管道的第一行。",
    "The file, which must not exist yet.": "文件，必须还不存在。",
    "Put your key into the file too, under a passphrase.": "把你的密钥也放进文件，用口令保护。",
    "Bring back what «tabletooth backup» has copied.": "恢复 «tabletooth backup» 备份的内容。",
    """
    What is kept now is set aside under a name that is told. A key in the file comes back if \
    --with-key asks for it, with its passphrase.
    """: "现有的内容会移到一旁，并告知新的名字。文件中的密钥要用 --with-key 和口令才会恢复。",
    "The file that «tabletooth backup» has made.": "«tabletooth backup» 所写的文件。",
    "Bring back your key too.": "也恢复你的密钥。",
    "Check a result that both players have signed.": "检查双方签过名的结果。",
    """
    «tabletooth games export N --signed» prints such a result, once both players have moved in \
    the match and the game has ended. The file says by which keys it is signed; whose they are, \
    you know for yourself and for those whom you have played with.
    """: """
    «tabletooth games export N --signed» 会输出这样的结果，前提是双方都走过棋，且对局已结束。文件写明是用哪些密钥签名的；密钥是谁的，你自己和与你下过棋的\
    人的，你都知道。
    """,
    "The file; - is standard input.": "文件；- 为标准输入。",
    "Show what was said during matches, with times.": "显示对局中说过的话，带时间。",
    "The name of the other player; everybody, if not given.": "对方的名字；默认显示所有人的。",
    "Send a file to somebody who has typed «tabletooth receive».":
      "把文件发给已输入 «tabletooth receive» 的人。",
    """
    Two people who do not know each other yet compare six digits first. A file that was \
    interrupted goes on where it was when it is sent again.
    """: "还不认识的两个人先核对六位数字。中断的文件重新发送时会从中断处继续。",
    "The file.": "文件。",
    """
    The name or the address of the one who receives, or the code that is shown there. The only \
    one there is, if not given.
    """: "接收方的名字或地址，或那边显示的代码。默认为唯一的一个。",
    "Your name, as the other one sees it. As the last time, if not given.": "你的名字，对方会看到。默认与上次相同。",
    "Receive files from somebody who types «tabletooth send».":
      "接收别人用 «tabletooth send» 发来的文件。",
    """
    At a terminal you are asked about each file. It is stored under a name that exists nowhere \
    yet, and only if it is what was sent. Nobody else may read it.
    """: "在终端上，每个文件都会先问你。文件以尚不存在的名字保存，且内容与发出的一致才保存。别人不能读它。",
    "Accept files of up to 4 GB without asking, as is done without a terminal.":
      "不询问就接收不超过 4 GB 的文件；不在终端上时也是如此。",
    "The folder for the files. Where downloads go, if not given.": "保存文件的文件夹。默认为下载文件夹。",
    "Your name, by which you are found. As the last time, if not given.": "你的名字，别人靠它找到你。默认与上次相同。",
    "Join standard input and output to those of «tabletooth pipe» on another computer.":
      "把标准输入和输出与另一台电脑上 «tabletooth pipe» 的连起来。",
    """
    One side types it alone and waits, the other one with its name or the code that it shows. \
    What is read on one side is written on the other, both ways, until both inputs have ended; \
    text for people goes to standard error. With a terminal as standard input and none as standard \
    output nothing is sent. Two people who do not know each other yet compare six digits first.
    """: """
    一边只输入命令并等待，另一边加上它的名字或它显示的代码。一边读到的写到另一边，双向都是，直到两边的输入都结束；给人看的文字写到标准错误。标准输入是终端而标准输出不是时，什么也不发送。还不认识的两个人先\
    核对六位数字。
    """,
    """
    The name or the address of the one who waits, or the code that is shown there. This side \
    waits, if not given.
    """: "等待方的名字或地址，或那边显示的代码。不写则由这边等待。",
    "Show subcommand help information.": "显示子命令的帮助。",
  ]
}
