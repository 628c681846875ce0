"""Words that a year follows in ordinary prose, and that are no authors."""

KOREAN_NO_AUTHOR = frozenset(
    "현재 기준 이후 이전 당시 올해 작년 시행 개정 제정 공포 발행 출판 그림 부록 총계 합계 최근 매년 연도".split()
)
# Capitalised words that a year follows in ordinary prose; none of them is an author.
NO_AUTHOR = frozenset(
    """january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec spring summer autumn fall winter monday tuesday wednesday thursday friday saturday sunday
    figure fig table chapter section appendix equation eq volume vol issue no version edition part step phase release
    since until from in by before after between during circa early late mid around about over under the this that these
    those a an and or of on at to as for with copyright est founded born died accessed retrieved published revised
    updated last covid brexit olympics world cup election census windows python java office ubuntu debian q1 q2 q3 q4 fy
    year model series class grade season episode act bill law directive regulation decision resolution article amendment
    page pages paragraph note line lines row column box panel page day week month decade century
    summary total
    januar jänner februar märz mai juni juli oktober dezember frühjahr abb abbildung tab tabelle kapitel kap abschnitt
    anhang bd heft auflage aufl ausgabe seite jahr jahre seit bis ab vor zwischen anfang mitte stand fassung gesetz
    urteil urt beschluss beschl verordnung richtlinie vgl siehe cf
    neurips nips icml iclr cvpr iccv eccv acl emnlp naacl aaai ijcai kdd sigir interspeech icassp""".split()
)
