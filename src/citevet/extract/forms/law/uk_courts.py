"""Courts with neutral citations, and the series of reports, of the United Kingdom."""

from re import escape

# The plain ones; EWCA and EWHC are written apart, for what follows their name or number.
NEUTRAL = (
    "UKSC UKHL UKPC UKUT UKFTT UKEAT EAT UKSIAC UKIPTrib UKCAT CAT UKAIT UKIAT UKVAT UKSPC EWFC EWCOP EWCC EWCR EWMC "
    "EWLands EWLVT CSIH CSOH HCJAC HCJ HCJT SAC ScotCS ScotHC FAI NICA NIQB NIKB NICh NIFam NICC NICty NIMaster NIMag "
    "NIIT IECH HCA"
).split()

# What may follow the number: a division of the High Court, or a chamber of a tribunal.
DIVISIONS = (
    "Admin Admlty Ch Comm Fam IPEC TCC Pat KB QB SCCO Costs Mercantile IAC AAC LC TC GRC HESC SEC PC WPAFC Civ Crim B "
    "T1 T2 T3"
).split()

_REPORTS = (
    "AC|QB|KB|Ch|Fam|P|WLR|WLR (D)|All ER|All ER (Comm)|All ER (EC)|All ER (D)|All ER Rep|Cr App R|Cr App R (S)|"
    "Crim LR|Lloyd's Rep|Lloyd’s Rep|BCLC|BCC|FSR|RPC|ICR|IRLR|FLR|FCR|EHRR|CMLR|STC|TC|P & CR|HLR|EGLR|BLR|Con LR|SC|"
    "SC (HL)|SC (PC)|SLT|SCCR|SCLR|NI|NIJB|TLR|LGR|LQR|MLR|CLJ|Env LR|EMLR|Imm AR|INLR|PIQR|RTR|JPL|Costs LR|WTLR|ELR|"
    "Exch|Ex|ER|App Cas|QBD|Ch D|PD|Ex D|CPD|LR QB|LR HL|LR Ex|LR CP|LR Ch App|LR Eq|HL Cas|HLC|B & S|B & Ad|B & Ald|"
    "B & C|E & B|El & Bl|E & E|Ad & E|M & W|LT|Mac & G|Mac & Cr|Burr|Term Rep|TR|East|Cowp|Beav|De G M & G|De GM & G|"
    "De G & J|H & N|H & C|CB|CBNS|CB (NS)|Bing|Bing NC|Camp|Cl & F|Cl & Fin|Hare|Phil|Sim|Swans|Ves|Ves Jun|Co Rep|"
    "Doug|Esp|Stark|Str|Ld Raym|Lord Raym|St Tr|Cox CC|JP|Moo PC|Moo PCC|My & Cr|Keen|Drew"
).split("|")  # fmt: skip


def _dotted(name: str) -> str:
    """Return a pattern for the series with or without stops: AC, A.C.; Cr App R, Cr. App. R."""
    return " ?".join(_word(word) for word in name.split(" "))


def _word(word: str) -> str:
    if word.isupper() and word.isalpha():
        return "".join(f"{letter}\\.?" for letter in word)
    return escape(word) + (r"\.?" if word[-1].isalpha() else "")


REPORT = "|".join(_dotted(name) for name in sorted(_REPORTS, key=len, reverse=True))
