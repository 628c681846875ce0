"""Words of names: particles, suffixes, families of two characters, and nouns of organizations."""

from citevet.patterns import lazy_pattern
from citevet.tables import read_words

PARTICLES = read_words("""van von vom der den de del della dello degli dei di da do dos das du des la le les lo los las
    el al ter ten te 't zu zur zum af av ibn bin bint ben""")
SUFFIXES = read_words("jr sr ii iii iv phd md esq")  # vi is a given name
JOINING = read_words("y e i und et")  # of two families: Ortega y Gasset
SAINTS = read_words("st ste san santa são saint sainte")  # Peter St. John
ACADEMIC = read_words("dr prof professor sir dame lord lady rev fr hon mr mrs ms mx")  # before a name
# Chinese families of two characters, by the list of Hundred Family Surnames.
LONG_CHINESE_FAMILIES = read_words("""欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容
    司徒 令狐 长孙 長孫 宇文 端木 百里 南宫 南宮 独孤 獨孤 轩辕 軒轅 西门 西門 申屠 钟离 鍾離 闻人 聞人""")
LONG_KOREAN_FAMILIES = read_words("남궁 황보 제갈 사공 선우 독고 동방 서문 망절 어금")
PATRONYMIC = lazy_pattern(r"[А-ЯЁ][а-яё-]+(?:вич|вна|чна|ична|оглы|кызы)")
# Words that are not part of people's names.
ORGANIZATION_NOUNS = read_words("""academy administration agency alliance association authority bank board bureau
    center centers centre centres coalition collaboration collaborators college commission committee consortium
    contributors corporation council department developers directorate federation forum foundation fund government group
    initiative institut institute institutes institution instituto istituto investigators laboratory laboratories league
    ministry nations network observatory office organisation organization panel parliament partnership program programme
    project secretariat service services society team treasury trust union university gmbh ltd inc llc plc corp company
    ministerium bundesamt universität gesellschaft verband stiftung université ministère société universidad ministerio
    fundación università""")
ORGANIZATION_END = lazy_pattern(
    r"(?:大学|大學|学会|學會|委员会|委員会|委員會|研究所|研究院|公司"
    r"|協会|协会|政府|청|부|처|원|회|대학교|위원회|연구소|협회|공사)\Z"
)
ORGANIZATION_JOINS = read_words("of for the")  # World Bank of Ice
