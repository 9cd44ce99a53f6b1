/// A host's room, and who is let in.
enum ChineseRoom {
  static let texts: KeyValuePairs<String, String> = [
    "{}, whom you know, wants to play. Let {} in? Type yes or no, within {} seconds.":
      "你认识的{1}想与你下棋。让{2}进来吗？请在 {3} 秒内输入 yes 或 no。",
    "Your table is open: others can come in.": "你的棋桌已开放，别人可以进来。",
    "Your table is closed: nobody new is let in. Type open to open it.":
      "你的棋桌已关闭，不再让新人进来。输入 open 重新开放。",
    "Nobody is here.": "没有人在。",
    "There is no guest {}. Type guests to see who is here.": "没有 {1} 号客人。输入 guests 查看谁在。",
    "You send {} away.": "你请{1}离开。",
    "You send {} away. That leaves the match, and closes your table.": "你请{1}离开。对局就此离开，棋桌关闭。",
    "Only who has opened a table to other computers can do that.": "只有向其他电脑开桌的人才能这样做。",
    """
    Who moves first? Type me, guest (that is {}) or coin: a coin that both computers toss, and \
    neither can load.
    """: "谁先走？输入 me（我）、guest（对方，即{1}）或 coin：两台电脑一起抛硬币，谁也做不了假。",
    "me, guest or coin: ": "me、guest 或 coin：",
    "The coin that both computers tossed lets you move first.": "两台电脑一起抛的硬币让你先走。",
    "The coin that both computers tossed lets {} move first.": "两台电脑一起抛的硬币让{1}先走。",
    "who moves first is decided at the table": "入座后再决定谁先走",
    "wants to play; type yes or no": "想下棋；请输入 yes 或 no",
    "was let in, and has not said yes yet": "已让进来，尚未同意",
    "watches": "正在观看",
    "{} watches.": "{1}来观看了。",
    "{} no longer watches.": "{1}不再观看。",
    "Spectators came or went {} more times. Watching now: {}.":
      "观众另有 {1} 次进出。现在有 {2} 人观看。",
    "nobody more may watch at the table of {}": "{1}的棋桌的观看名额已满",
    "ask its host to let more watch, or try again later": "请主人让更多人观看，或稍后再试",
    "nobody may watch at the table of {}": "{1}的棋桌不让人观看",
    "ask its host to open it with --watchers": "请主人用 --watchers 开桌",
    "plays": "正在下棋",
    "plays; the link is lost": "正在下棋；连接已断开",
    "the seat at the table of {} is kept for a player whose link was lost": "{1}的棋桌的座位留给断线的玩家",
    "if that is you, type {}; if not, try again in ten minutes":
      "如果就是你，请输入 {1}；否则请十分钟后再试",
    "try again in ten minutes, or choose another table": "请十分钟后再试，或另选棋桌",
    "the table of {} is closed to others at the moment": "{1}的棋桌目前不对别人开放",
    "ask its host to type open": "请桌主输入 open",
    "{} plays with known players only, and does not know you": "{1}只与熟人下棋，而不认识你",
    "ask {} to begin once without --invite-only or --unknown refuse":
      "请{1}先不带 --invite-only 或 --unknown refuse 开始一次",
    "{} sent you away": "{1}请你离开了",
    "choose another table with tabletooth scan": "请用 tabletooth scan 另选棋桌",
    "this computer has asked for the seat at the table of {} too often": "这台电脑请求{1}的棋桌的座位太频繁",
    "try again in {} seconds": "请 {1} 秒后再试",
    "--approve needs a person to ask, and the robot is none": "--approve 需要有人回答，电脑不能回答",
    "--invite-only and --unknown say two different things": "--invite-only 与 --unknown 互相矛盾",
    "{}, whom you know, challenges you: {}.": "你认识的{1}向你挑战：{2}。",
    "A coin decides who moves first. Play? Type yes or no, within {} seconds.":
      "由硬币决定谁先走。下吗？请在 {1} 秒内输入 yes 或 no。",
    "You challenge {}: {}. {} may think about it for {} seconds.":
      "你向{1}挑战：{2}。{3}有 {4} 秒考虑。",
    "The challenge of {} has expired.": "{1}的挑战已过期。",
    "{} does not want to play that now": "{1}现在不想下这个",
    "ask for another game, or try again later": "换一种棋，或稍后再试",
    "your match with {} goes on from another computer, where you have resumed it":
      "你与{1}的对局已在另一台电脑上继续",
    "play there, or type tabletooth resume to go on here again":
      "请在那边下，或输入 tabletooth resume 回到这里继续",
    "{} has not answered the challenge": "{1}没有回应挑战",
    "try again when {} is at the terminal": "等{1}在终端前时再试",
    "the text has nothing that can be shown": "这段话没有可显示的内容",
    "the text has {} characters; {} are the limit": "这段话有 {1} 个字，上限是 {2} 个",
    "Type kick and the number or the name of a guest, such as kick 1. Type guests to see who is here.":
      "请输入 kick 和来客的号码或名字，如 kick 1。输入 guests 可看谁在这里。",
    "{} guests are called {}. Type {}.": "有 {1} 位来客叫{2}。请输入 {3}。",
    "Nobody here is called {}. Type guests to see who is here.": "这里没有人叫{1}。输入 guests 查看谁在。",
    "Looking for {}.": "正在寻找{1}。",
  ]
}
