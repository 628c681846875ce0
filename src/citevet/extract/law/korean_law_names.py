"""Names of Korean laws: the known ones, and where the name of a law starts before an article."""

from dataclasses import dataclass
from typing import Literal

# Variants of 가운뎃점; the official register of laws uses U+318D.
from citevet.text.patterns import lazy_pattern

_MIDDOTS = "·‧•・･∙⋅ㆍ"
_LOOSE = lazy_pattern(f"[\\s{_MIDDOTS}]+")
_DOT = lazy_pattern(f" ?[{_MIDDOTS}] ?")

# Names with spaces, particles or clauses, which grammar alone cannot separate from the sentence before.
_NAMES_WITH_SPACES = """
개인정보 보호법
식품 등의 표시ㆍ광고에 관한 법률
정보통신망 이용촉진 및 정보보호 등에 관한 법률
독점규제 및 공정거래에 관한 법률
자본시장과 금융투자업에 관한 법률
중대재해 처벌 등에 관한 법률
특정범죄 가중처벌 등에 관한 법률
특정경제범죄 가중처벌 등에 관한 법률
성폭력범죄의 처벌 등에 관한 특례법
아동ㆍ청소년의 성보호에 관한 법률
부정청탁 및 금품등 수수의 금지에 관한 법률
표시ㆍ광고의 공정화에 관한 법률
전자상거래 등에서의 소비자보호에 관한 법률
신용정보의 이용 및 보호에 관한 법률
남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률
채무자 회생 및 파산에 관한 법률
부정경쟁방지 및 영업비밀보호에 관한 법률
약관의 규제에 관한 법률
가맹사업거래의 공정화에 관한 법률
하도급거래 공정화에 관한 법률
대규모유통업에서의 거래 공정화에 관한 법률
집합건물의 소유 및 관리에 관한 법률
도시 및 주거환경정비법
국토의 계획 및 이용에 관한 법률
공익사업을 위한 토지 등의 취득 및 보상에 관한 법률
국가를 당사자로 하는 계약에 관한 법률
지방자치단체를 당사자로 하는 계약에 관한 법률
학교폭력예방 및 대책에 관한 법률
노동조합 및 노동관계조정법
근로자참여 및 협력증진에 관한 법률
파견근로자 보호 등에 관한 법률
기간제 및 단시간근로자 보호 등에 관한 법률
근로자퇴직급여 보장법
국민기초생활 보장법
위치정보의 보호 및 이용 등에 관한 법률
성매매알선 등 행위의 처벌에 관한 법률
가정폭력범죄의 처벌 등에 관한 특례법
아동학대범죄의 처벌 등에 관한 특례법
스토킹범죄의 처벌 등에 관한 법률
폭력행위 등 처벌에 관한 법률
마약류 관리에 관한 법률
금융실명거래 및 비밀보장에 관한 법률
금융소비자 보호에 관한 법률
금융회사의 지배구조에 관한 법률
주식회사 등의 외부감사에 관한 법률
상가건물 임대차보호법
주택임대차보호법
장애인차별금지 및 권리구제 등에 관한 법률
대ㆍ중소기업 상생협력 촉진에 관한 법률
어린이 식생활안전관리 특별법
공공기관의 정보공개에 관한 법률
공공기관의 운영에 관한 법률
민원 처리에 관한 법률
집회 및 시위에 관한 법률
부동산 거래신고 등에 관한 법률
가족관계의 등록 등에 관한 법률
대부업 등의 등록 및 금융이용자 보호에 관한 법률
감염병의 예방 및 관리에 관한 법률
응급의료에 관한 법률
생명윤리 및 안전에 관한 법률
인공지능 발전과 신뢰 기반 조성 등에 관한 기본법
클라우드컴퓨팅 발전 및 이용자 보호에 관한 법률
게임산업진흥에 관한 법률
영화 및 비디오물의 진흥에 관한 법률
언론중재 및 피해구제 등에 관한 법률
교통사고처리 특례법
자동차손해배상 보장법
여객자동차 운수사업법
화물자동차 운수사업법
화학물질의 등록 및 평가 등에 관한 법률
환경분쟁 조정법
기후위기 대응을 위한 탄소중립ㆍ녹색성장 기본법
재난 및 안전관리 기본법
진실ㆍ화해를 위한 과거사정리 기본법
5ㆍ18민주화운동 등에 관한 특별법
""".strip().split("\n")

_SHORT_NAMES = {
    "헌법": "대한민국헌법",
    "정보통신망법": "정보통신망 이용촉진 및 정보보호 등에 관한 법률",
    "공정거래법": "독점규제 및 공정거래에 관한 법률",
    "자본시장법": "자본시장과 금융투자업에 관한 법률",
    "중대재해처벌법": "중대재해 처벌 등에 관한 법률",
    "특가법": "특정범죄 가중처벌 등에 관한 법률",
    "특경법": "특정경제범죄 가중처벌 등에 관한 법률",
    "특경가법": "특정경제범죄 가중처벌 등에 관한 법률",
    "성폭력처벌법": "성폭력범죄의 처벌 등에 관한 특례법",
    "청소년성보호법": "아동ㆍ청소년의 성보호에 관한 법률",
    "청탁금지법": "부정청탁 및 금품등 수수의 금지에 관한 법률",
    "김영란법": "부정청탁 및 금품등 수수의 금지에 관한 법률",
    "표시광고법": "표시ㆍ광고의 공정화에 관한 법률",
    "식품표시광고법": "식품 등의 표시ㆍ광고에 관한 법률",
    "전자상거래법": "전자상거래 등에서의 소비자보호에 관한 법률",
    "신용정보법": "신용정보의 이용 및 보호에 관한 법률",
    "남녀고용평등법": "남녀고용평등과 일ㆍ가정 양립 지원에 관한 법률",
    "채무자회생법": "채무자 회생 및 파산에 관한 법률",
    "부정경쟁방지법": "부정경쟁방지 및 영업비밀보호에 관한 법률",
    "약관규제법": "약관의 규제에 관한 법률",
    "약관법": "약관의 규제에 관한 법률",
    "가맹사업법": "가맹사업거래의 공정화에 관한 법률",
    "하도급법": "하도급거래 공정화에 관한 법률",
    "대규모유통업법": "대규모유통업에서의 거래 공정화에 관한 법률",
    "집합건물법": "집합건물의 소유 및 관리에 관한 법률",
    "도시정비법": "도시 및 주거환경정비법",
    "국토계획법": "국토의 계획 및 이용에 관한 법률",
    "토지보상법": "공익사업을 위한 토지 등의 취득 및 보상에 관한 법률",
    "국가계약법": "국가를 당사자로 하는 계약에 관한 법률",
    "지방계약법": "지방자치단체를 당사자로 하는 계약에 관한 법률",
    "학교폭력예방법": "학교폭력예방 및 대책에 관한 법률",
    "노동조합법": "노동조합 및 노동관계조정법",
    "노조법": "노동조합 및 노동관계조정법",
    "파견법": "파견근로자 보호 등에 관한 법률",
    "기간제법": "기간제 및 단시간근로자 보호 등에 관한 법률",
    "위치정보법": "위치정보의 보호 및 이용 등에 관한 법률",
    "스토킹처벌법": "스토킹범죄의 처벌 등에 관한 법률",
    "아동학대처벌법": "아동학대범죄의 처벌 등에 관한 특례법",
    "가정폭력처벌법": "가정폭력범죄의 처벌 등에 관한 특례법",
    "폭력행위처벌법": "폭력행위 등 처벌에 관한 법률",
    "마약류관리법": "마약류 관리에 관한 법률",
    "금융실명법": "금융실명거래 및 비밀보장에 관한 법률",
    "금융소비자보호법": "금융소비자 보호에 관한 법률",
    "외부감사법": "주식회사 등의 외부감사에 관한 법률",
    "상가임대차법": "상가건물 임대차보호법",
    "장애인차별금지법": "장애인차별금지 및 권리구제 등에 관한 법률",
    "정보공개법": "공공기관의 정보공개에 관한 법률",
    "집시법": "집회 및 시위에 관한 법률",
    "감염병예방법": "감염병의 예방 및 관리에 관한 법률",
    "인공지능기본법": "인공지능 발전과 신뢰 기반 조성 등에 관한 기본법",
    "탄소중립기본법": "기후위기 대응을 위한 탄소중립ㆍ녹색성장 기본법",
}

# The last article of codes that do not grow at the end: new articles are numbered 제839조의2.
LAST_ARTICLES = {"대한민국헌법": 130, "민법": 1118, "형법": 372}

_REACH = 90
_WORD = lazy_pattern(r"[^\s\0]+")
# A name contains no bracket, quotation mark or comma.
_PHRASE = lazy_pattern(r"[^()\[\]{}<>“”\"‘’',;:/|]*$")
_BRACKETED = lazy_pattern(r"[「『｢](?P<name>[^「」『』｢｣\0]{1,80})[」』｣]$")
# Between name and article: (법률 제19234호), (이하 "법"이라 한다).
_ASIDE = lazy_pattern(r" ?\([^()\0]{1,60}\)$")
_DECREE = lazy_pattern(r" ?(?P<decree>시행령|시행규칙)$")
_SAME = lazy_pattern(r"(?<![가-힣\w])(?:같은 ?법률?|동 ?법|이 ?법|위 ?법|그 ?법|본 ?법|법)$")
_ENDING = lazy_pattern(r"(?:법|법률|령|규칙|조례|규정)$")

# Words that end like a law but are not laws, and private rules.
_NOT_LAWS = frozenset(
    "방법 문법 불법 위법 적법 입법 기법 용법 어법 해법 비법 수법 요법 화법 편법 탈법 합법 준법 마법 서법 사법 공법 "
    "명령 대통령령 총리령 부령 법령 훈령 발령 점령 수령 법규명령 취업규칙 내부규정 관련규정 관련법 현행법 "
    "특별법 기본법 일반법 법률 규칙 규정 조례 령 연령 고령 요령 사령".split()
)
# Last words of a name that need the noun before them: 개인정보 보호법.
_HEADS = lazy_pattern(
    r"^(?:보호|보장|기본|진흥|지원|관리|촉진|처벌|규제|육성|특별|특례|방지|예방|운영|이용|개발|설치|조정|구제|보상|안전|복지|"
    r"처리|정비|사업|거래|교육|활성화|지정|등록|조성|제한|평가|운수사업|임대차보호|증진|대책|징수|감독|육성지원)(?:법|법률|조례)$"
)
# Endings after which a new phrase starts: particles, verb forms and conjunctions.
_BREAK = lazy_pattern(
    r"(?:은|는|이|가|를|을|에서|에게|으로|로|고|며|면|서|된|든|되는|하는|하여|해|한|할|인|던|다|까지|부터|도|만|라|및|[.,;:?!)\]\"”’'])$"
)
_LINKS = frozenset({"및", "등", "등의", "등에", "등에서의", "또는"})
_PHRASE_WORDS = frozenset(
    "현행 구 개정 우리 우리나라 한국 대한민국 이 그 위 각 특히 즉 또한 다만 따라서 그리고 그러나 "
    "관련 해당 현재 이른바".split()
)

NameKind = Literal["named", "same", "suffix"]


def _squeeze(name: str) -> str:
    """Return the name without spaces and middle dots, so that its spellings are equal."""
    return _LOOSE.sub("", name)


_OFFICIAL = {_squeeze(name): name for name in (*_NAMES_WITH_SPACES, *_SHORT_NAMES.values())} | _SHORT_NAMES
_LONGEST = max(len(name) for name in _OFFICIAL)


def find_official_name(name: str) -> str | None:
    """Return the official spelling of a known name."""
    return _OFFICIAL.get(_squeeze(name))


def normalize_law_name(name: str) -> str:
    """Return the official name, else the name with single spaces and the official middle dot."""
    return find_official_name(name) or _DOT.sub("ㆍ", " ".join(name.split()))


@dataclass(frozen=True, slots=True)
class LawName:
    """A law as named before an article."""

    start: int
    law: str  # the normalized name; for 같은 법 only the decree, if any
    kind: NameKind


def find_law_before(text: str, end: int, floor: int = 0) -> LawName | None:
    """Return the law named directly before `end`: in 「」, known, repeated (같은 법), or by its form."""
    floor = max(floor, end - _REACH)
    window = text[floor:end].rstrip()
    if aside := _ASIDE.search(window):
        window = window[: aside.start()].rstrip()
    decree = _DECREE.search(window)
    base = window[: decree.start()].rstrip() if decree else window
    tail = f" {decree['decree']}" if decree else ""
    found = (
        _match_bracketed(window)
        or _match_base(base, tail)
        or (LawName(decree.start("decree"), tail[1:], "suffix") if decree else None)
    )
    return LawName(floor + found.start, found.law, found.kind) if found else None


def read_bracketed_law(name: str) -> str | None:
    """Return the law in 「」; None for books and films, which use them too."""
    words = name.split()
    if not words or words[-1] in _NOT_LAWS - {"법률", "규칙", "규정", "조례", "특별법", "기본법"}:
        return None
    return (
        normalize_law_name(name)
        if _ENDING.search(words[-1]) and (len(words) > 1 or words[-1] not in _NOT_LAWS)
        else None
    )


def _match_bracketed(window: str) -> LawName | None:
    found = _BRACKETED.search(window)
    return LawName(found.start(), normalize_law_name(found["name"]), "named") if found else None


def _match_base(window: str, tail: str) -> LawName | None:
    if found := _BRACKETED.search(window):
        return LawName(found.start(), normalize_law_name(found["name"]) + tail, "named")
    known = _find_known(window)
    if known is None and (same := _SAME.search(window)):
        return LawName(same.start(), tail[1:], "same")
    start = _find_by_form(window) if known is None else known
    return None if start is None else LawName(start, normalize_law_name(window[start:]) + tail, "named")


def _find_known(window: str) -> int | None:
    """Return the start of the longest known name at the end of the window."""
    best: int | None = None
    letters = 0
    for start in range(len(window) - 1, -1, -1):
        letters += not window[start].isspace()
        if letters > _LONGEST + 4:
            break
        if window[start].isspace() or (start and _is_word_char(window[start - 1])):
            continue
        if find_official_name(window[start:]):
            best = start
    return best


def _is_word_char(char: str) -> bool:
    return char.isalnum()


def _find_by_form(window: str) -> int | None:
    """Return the start of an unknown name, by its last words."""
    phrase = _PHRASE.search(window)
    offset = phrase.start() if phrase else len(window)
    words = [(offset + word.start(), word[0]) for word in _WORD.finditer(window[offset:])]
    if not words or words[-1][0] + len(words[-1][1]) != len(window):
        return None
    start, last = words[-1]
    if len(words) > 1 and words[-2][1] == "관한" and _ENDING.search(last):
        return _find_clause_start(words[:-2])
    if _HEADS.match(last):
        return _find_noun_before(words[:-1])
    if last in _NOT_LAWS or not _ENDING.search(last) or not _all_hangul(last):
        return None
    return start


def _all_hangul(word: str) -> bool:
    return all("가" <= char <= "힣" or char.isdigit() or char in "ㆍ·" for char in word)


def _find_noun_before(words: list[tuple[int, str]]) -> int | None:
    """Return the start of the noun that a head such as 보호법 needs."""
    if not words or _BREAK.search(words[-1][1]) or words[-1][1] in _PHRASE_WORDS:
        return None
    index = len(words) - 1
    while index > 1 and words[index - 1][1] in _LINKS and not _BREAK.search(words[index - 2][1]):
        index -= 2
    return words[index][0]


def _find_clause_start(words: list[tuple[int, str]]) -> int | None:
    """Return the start of the phrase before 에 관한 법률."""
    if not words or not words[-1][1].endswith(("에", "등에")):
        return None
    index = len(words) - 1
    while index > 0 and not _ends_phrase(words[index - 1][1]):
        index -= 1
    while index < len(words) - 1 and words[index][1] in _LINKS:
        index += 1
    return words[index][0]


def _ends_phrase(word: str) -> bool:
    return word in _PHRASE_WORDS or (word not in _LINKS and bool(_BREAK.search(word)))
