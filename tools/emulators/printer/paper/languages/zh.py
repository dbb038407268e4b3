"""What a paper says in Chinese."""

from tools.emulators.printer.paper.languages.language import Language, in_groups

WORDS = {
    "ticket": "兑现票",
    "hand_pay": "人工派彩",
    "test": "测试打印",
    "not_redeemable": "不可兑换 · NOT REDEEMABLE",
    "asset": "机台",
    "sequence": "序号",
    "validation": "验证号",
    "days": "有效期 {} 天",
    "day": "有效期 {} 天",
    "demo": "演示 DEMO · 无现金价值",
    "signed": "付款人 ______________ 见证人 ______________ 玩家 ______________",
}
DIGITS = "零壹贰叁肆伍陆柒捌玖"
TENS = ("", "拾", "佰", "仟")
SCALES = ("", "万", "亿", "兆", "京")


def number(whole: int) -> str:
    """A whole number in the characters that banks write, which nobody can turn into others."""
    said, below = "", 0
    for place, group in enumerate(in_groups(whole, 4)):
        if group:
            gap = "零" if said and below < 1000 else ""
            said = _thousands(group) + SCALES[place] + gap + said
        below = group
    return said or DIGITS[0]


def _thousands(group: int) -> str:
    said, gap = "", False
    for place in reversed(range(4)):
        digit = group // 10**place % 10
        if digit:
            said += ("零" if gap and said else "") + DIGITS[digit] + TENS[place]
        gap = not digit
    return said


def counted(whole: int, unit: str) -> str:
    """Nothing stands between."""
    return number(whole) + unit


LANGUAGE = Language(WORDS, number, joined=" 又 ", counted=counted)
