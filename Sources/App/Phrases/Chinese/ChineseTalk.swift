/// Words between players, and how far they are.
enum ChineseTalk {
  static let texts: KeyValuePairs<String, String> = [
    "Nothing was said.": "没有聊天记录。",
    "You": "你",
    "{}  You, to {}: {}": "{1}  你对{2}说：{3}",
    "{} will read that when the link is back.": "连接恢复后{1}会看到。",
    "Type what you want to say behind it: say hello": "请在后面输入要说的话：say 你好",
    "That has {} characters; {} can be said at once. It was not said.":
      "这段话有 {1} 个字符；一次最多 {2} 个。没有发出。",
    "There is nobody to talk to.": "没有可以交谈的人。",
    "The program of {} is older and takes no words. It was not said.":
      "{1}的程序较旧，不能收话。没有发出。",
    "The program of {} is older and takes no words.": "{1}的程序较旧，不能收话。",
    "{} has switched words off. It was not said.": "{1}已关闭聊天。没有发出。",
    "You have switched words off. Type chat on to talk.": "你已关闭聊天。输入 chat on 重新打开。",
    "Nobody is there yet.": "还没有人来。",
    "That was too much at once. It was not said; try again in a few seconds.":
      "说得太快了。没有发出，请过几秒再试。",
    "Too many words wait for {} already. It was not said.": "等待发给{1}的话太多了。没有发出。",
    "{} says so much that nothing more is shown for a while.": "{1}说得太多，暂时不再显示。",
    "What {} says is not shown any more; log shows it. Type unmute to see it again.":
      "不再显示{1}说的话；log 可以查看。输入 unmute 重新显示。",
    "What {} says is shown again.": "重新显示{1}说的话。",
    "Words are switched off: none are shown, kept or said. Type chat on to talk again.":
      "聊天已关闭：不显示、不保存、不发送。输入 chat on 重新打开。",
    "Words are switched on again.": "聊天已重新打开。",
    "The link is lost.": "连接已断开。",
    "The link stands.": "连接正常。",
    "Nothing was received from {} for {} seconds.": "已有 {2} 秒没有收到{1}的消息。",
    "The link stands: {} ms there and back.": "连接正常：往返 {1} 毫秒。",
    "Your last move: {}": "你的上一步棋：{1}",
    "waits for the link.": "等待连接。",
    "is on its way.": "正在途中。",
    "has arrived.": "已送达。",
    "was seen by {}.": "{1}已看到。",
    "has arrived, after {} ms.": "已送达，用时 {1} 毫秒。",
    "has arrived, after {} s.": "已送达，用时 {1} 秒。",
  ]
}
