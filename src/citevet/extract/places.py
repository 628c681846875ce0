"""Names of countries and cities that a year in brackets may follow: "as in Rwanda (1994)" cites nobody."""

# Left out are those that many people bear: Jordan, Israel, Chad, London, Paris, Berlin, Washington, Lincoln, Austin.
_NAMES = """
afghanistan albania algeria angola argentina armenia australia austria azerbaijan bahrain bangladesh belarus belgium
benin bhutan bolivia bosnia botswana brazil britain brunei bulgaria burundi cambodia cameroon canada catalonia chile
china colombia congo croatia cuba cyprus czechia denmark ecuador egypt eritrea estonia ethiopia europe fiji finland
france gabon gambia germany ghana greece greenland guatemala guinea guyana haiti honduras hungary iceland india
indonesia iran iraq italy jamaica japan kazakhstan kenya korea kosovo kuwait laos latvia lebanon lesotho liberia libya
lithuania luxembourg madagascar malawi malaysia mali malta mauritania mauritius mexico moldova mongolia montenegro
morocco mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan palestine panama
paraguay peru philippines poland portugal qatar romania russia rwanda scotland senegal serbia singapore slovakia
slovenia somalia spain sudan sweden switzerland syria taiwan tajikistan tanzania thailand togo tunisia turkey
turkmenistan uganda ukraine uruguay uzbekistan venezuela vietnam wales yemen zambia zimbabwe
africa america antarctica asia california florida texas ontario quebec bavaria
amsterdam ankara athens baghdad bangkok barcelona beijing belgrade bonn brussels bucharest budapest busan cairo
chernobyl chicago copenhagen delhi dubai dublin edinburgh frankfurt fukushima geneva glasgow hague hamburg helsinki
hiroshima istanbul jakarta jerusalem johannesburg kiev kyiv kyoto lagos lausanne lima lisbon lyon madrid manchester
manila marrakech melbourne milan montreal moscow mumbai munich nagasaki nairobi osaka oslo prague pyeongchang rio
rome rotterdam salzburg seoul shanghai stockholm strasbourg sydney tallinn tehran tokyo toronto vancouver venice
versailles vienna warsaw westphalia wuhan yalta zagreb zurich
"""
PLACES = frozenset(_NAMES.split())
