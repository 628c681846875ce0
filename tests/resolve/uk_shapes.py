"""Small files in the markup of legislation.gov.uk and Find Case Law."""

from collections.abc import Sequence

_METADATA = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ukm="http://www.legislation.gov.uk/namespaces/metadata"'


def make_act(
    inside: str,
    *,
    title: str = "Lamps Act 1998",
    path: str = "ukpga/1998/42",
    links: Sequence[str] = (),
) -> str:
    """Return an act with a body, schedules or contents."""
    versions = "".join(f'<link rel="http://purl.org/dc/terms/hasVersion" title="{each}"/>' for each in links)
    return (
        '<Legislation xmlns="http://www.legislation.gov.uk/namespaces/legislation" '
        f'IdURI="http://www.legislation.gov.uk/id/{path}"><ukm:Metadata {_METADATA}><dc:title>{title}</dc:title>'
        f'{versions}<ukm:PrimaryMetadata><ukm:Year Value="{path.split("/")[1]}"/></ukm:PrimaryMetadata></ukm:Metadata>'
        f"{inside}</Legislation>"
    )


def make_section(number: str = "6", *, text: str = "A lamp must be lit.", group: str = "") -> str:
    """Return the body with one section of two subsections; the text of another act that it inserts does not count."""
    return (
        f'<Primary><Body><P1group {group}><Title>Lighting of lamps</Title><P1 id="section-{number}">'
        f"<Pnumber>{number}</Pnumber><P1para>"
        f"<P2><Pnumber>1</Pnumber><P2para><Text>{text}</Text><P3><Pnumber>a</Pnumber></P3></P2para></P2>"
        f"<P2><Pnumber>2</Pnumber><P2para><Text>{text}</Text><BlockAmendment><P1><Pnumber>99</Pnumber></P1>"
        "<P2><Pnumber>7</Pnumber></P2></BlockAmendment></P2para></P2></P1para></P1></P1group></Body></Primary>"
    )


def make_contents(*numbers: str, unit: str = "section", schedules: Sequence[str] = ("1", "2")) -> str:
    """Return a table of contents."""
    items = "".join(
        f'<ContentsItem ContentRef="{unit}-{each}"><ContentsNumber>{each}</ContentsNumber></ContentsItem>'
        for each in numbers
    )
    after = "".join(
        f"<ContentsSchedule><ContentsNumber>Schedule {each}</ContentsNumber></ContentsSchedule>" for each in schedules
    )
    return f"<Contents><ContentsPart>{items}</ContentsPart><ContentsSchedules>{after}</ContentsSchedules></Contents>"


def make_judgment(
    name: str = "Ash v Oak Ltd", cite: str = "[2024] UKSC 12", *, day: str = "2024-05-03", kind: str = "judgment"
) -> str:
    """Return a judgment in Akoma Ntoso."""
    return (
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0" '
        f'xmlns:uk="https://caselaw.nationalarchives.gov.uk/akn"><{kind}><meta><identification><FRBRWork>'
        '<FRBRuri value="https://caselaw.nationalarchives.gov.uk/id/uksc/2024/12"/>'
        f'<FRBRdate date="{day}" name="judgment"/><FRBRauthor href="#uksc"/><FRBRname value="{name}"/></FRBRWork>'
        '<FRBRManifestation><FRBRdate date="2026-01-01" name="transform"/></FRBRManifestation></identification>'
        '<references><TLCOrganization eId="uksc" showAs="The Supreme Court"/></references>'
        f"<proprietary><uk:cite>{cite}</uk:cite></proprietary></meta></{kind}></akomaNtoso>"
    )
