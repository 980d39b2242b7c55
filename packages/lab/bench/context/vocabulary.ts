export const SENTENCES: readonly string[] = `
We moved the release to Friday because the last migration took longer than anybody had expected.
Could you tell me which of the two invoices was paid first, and by whom?
The worker restarts itself when a heartbeat is missed, so nothing is lost.
I have never seen a garden with more roses, and it was only the beginning of June.
She said that the train would be late; it wasn't, and we missed it.
After the meeting everyone agreed that the numbers in the second table were wrong.
Please remember that my badge number changes at the end of every quarter.
There's no reason to believe that a larger model would answer this question better.
He looked out of the window for a while and then began to write his letter again.
If the customer asks for a refund, check the order first and then call the bank.
Water boils at a lower temperature in the mountains, which is why the rice takes so long.
It isn't clear whether the committee will publish its report before the election.
The old bridge across the river was closed to heavy vehicles in the spring.
You can find the logs in the folder of the service, sorted by day and by host.
Nobody noticed the mistake until the auditors compared both lists line by line.
What happens to the messages that arrive while the database is being restored?
They've built a small library at the corner of our street, and children love it.
In the long run it's cheaper to repair the roof than to paint the ceiling every year.
The doctor recommended a short walk after dinner and a little less coffee.
Each tool returns its result as text, and the next call of the model can read it.
Most of the passengers were asleep when the captain announced the delay.
Let's keep the summary short: three points, one decision, and the open questions.
`
  .trim()
  .split('\n');

const PREFIXES = ['', '', '', 're', 'un', 'over', 'under', 'pre', 'non', 'inter', 'dis', 'sub', 'counter'];
export const STEMS: readonly string[] =
  `mark form plant stand act port press tract struct view line count pay play read write sign point range
  scale track turn work load lock order cover connect charge measure charter garden silver winter bridge letter matter
  number paper market season village harbor castle forest carbon copper engine filter method object pattern program
  record report sample signal sketch source spring string theory ticket tunnel vector vessel window`.split(
    /\s+/,
  );
const SUFFIXES = ['', ...'s ed ing er ers able ment ness less ation ful ism wise'.split(' ')];

export const RARE_WORDS: readonly string[] = PREFIXES.flatMap((prefix) =>
  STEMS.flatMap((stem) => SUFFIXES.map((suffix) => prefix + stem + suffix)),
);

export const CHINESE_WORDS: readonly string[] =
  `的 是 我们 了 在 不 有 这个 你 他们 和 也 就 说 要 会 可以 没有 什么 时候 因为 所以 但是 如果 已经 现在 问题 公司 工作 时间
  每周 部署 服务 数据 系统 请 记住 号码 用户 消息 模型 回答 知道 觉得 需要 开始 结束 今天 明天 昨天 早上 晚上 星期五 发布 版本 测试
  报告 会议 同事 经理 客户 合同 付款 发票 银行 价格 订单 退款 火车 飞机 车站 机场 城市 北京 上海 学校 老师 学生 图书馆 花园 医生 医院 咖啡
  天气 下雨 山 河 桥 房子 窗户 屋顶 厨房 米饭 味道 朋友 家人 孩子 母亲 父亲 电影 音乐 故事 历史 文化 经济 政策 选举 委员会 研究 科学 技术
  发展 环境 温度 能源 网络 安全 密码 错误 日志 文件夹 数据库 迁移 恢复 备份 延迟 队列 工具 结果 摘要 决定 建议 讨论 完成 失败 重新 尝试 检查 比较 证明
  徽章 贸易 航班 邮件 附件 目录 草案 审计 预算 季度 利润 税收 保险 法律 权利 义务 责任 承诺 谈判 谨慎 罕见 鲜艳 沉默 犹豫 辉煌 繁荣 衰退 迁徙 蝴蝶 鲸鱼 瀑布 峡谷`.split(
    /\s+/,
  );
