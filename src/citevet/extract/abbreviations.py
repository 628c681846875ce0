"""Words with a full stop that shorten something, and words that nupunkt takes for such and that end sentences.

nupunkt learnt its list from scanned law and science, 2,954 words of three letters and more, and "west", "code", "found"
and "cancer" are among them: behind these it never ends a sentence, whatever follows.
"""

# Written small and before a capital letter these may go on with it: "dept. Head", "incl. Germany". What is a word of
# its own as well ("art", "min", "fig", "lit") is not here: before a number it goes on by the tables of sentences.py.
SHORTENED = frozenset(
    """
    abr abs abstr acad accum adj adjud adm admin adv aff agg agmt agric agron alt amb amer amt ann annot anon answ app
    appx appl applic approp approx appt apr apt apts arb arg assem assn assoc assocs asst attn atty aug auth ave avg
    bal bankr bbls biochem biol bks bldg blvd brev brig bro bros bul bur cal calif cap capt cert certif chap chem chron
    cir cit civ cmt cmts cmty cnty coeff col coll colo cols com comm commr commun comp compl comput conc cond conf cong
    conj conn cons consol const constr cont contr conv coords copr corp corr couns cpl crim ctr cts cty cust dec decr
    def defs dem denom dep dept det dev dif diss dist distrib div dkt docs drs dup ecol econ edn eds educ elec emp empl
    encl eng engr env envir envtl eqn eqns eqs equip esp esq est etc evid exc exch exec exh exp exped expl exs ext extr
    fac feb fed fid fol freq gaz gdn gen genet geo geol geom geophys gov govt grp hist hon hort hosp hrg hrs hwy ibid
    idem illus incl incorp ind indem indep indiv indus init inj insp inst instr intell intl introd inv jan jour jud jul
    jun juris juv kft lat lbs legis liab lib lic litig loc ltd mach mag maint maj manuf marg math mech med mem messrs
    meteorol mfg mfr mgmt mgt misc mkt mktg mol mon mons msgr mtg mun nat natl neg nom nos nov numer obj obl oblig obs
    oct ofc opn ophth ord org orig para paras pathol pers perspect pharm phil phys pkg pkwy plc plur poss prac prec
    pref prelim pres prin priv prob proc prof proj propr prot prov pseud psych ptr pts publ pvt qtr quant ref reg regs
    regul rel rep repl repr reprod rept repub res resp rev rpt rptr sav sch sched sci seg sel sen sens sep sept seq ser
    serv sess sgt sig soc specif spp stat stats std stn subch subd subdiv subj subord subp subpar subpara subsec supp
    suppl supr supra supt surg surr susp svcs symp syn sys tbsp tech tel telecomm terr theol thurs tit tpk trans transl
    transp treas tsp tues twp typ ult unabr unif univ unpubl usu util veh vers vert viz vol vols vss yrs zool
    """.split()
)

# With a capital letter most of the list are names of courts, reports and states; these are names of nothing shorter.
WHOLE = frozenset(
    """
    Andes Antioch Buchanan Byrnes Carpenter Clarke Crowley Gibson Grenada Guthrie Hokkaido Hughes Idaho Iowa Kerry
    Larsen Laughlin Lowell Mason Monaco Paulsen Payne Poland Robbins Saigon Sanchez South Utah West York
    """.split()
)
